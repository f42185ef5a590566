import numpy as np


def contact(overlap, nx, ny, dvx, dvy, stiff, damp):
    """The force along the normal, never pulling, and a drag across it."""
    along = dvx * nx + dvy * ny
    push = max(stiff * overlap - damp * along, 0.0)
    tx, ty = dvx - along * nx, dvy - along * ny
    size = np.sqrt(tx * tx + ty * ty)
    drag = min(0.4 * push, damp * size) / size if size > 1e-12 else 0.0
    return push * nx - drag * tx, push * ny - drag * ty


def grains(x, y, vx, vy, radius, width, height, steps, dt=0.002, stiff=2000.0, damp=6.0):
    n = x.shape[0]
    cells_x = int(width / 2.0) + 1
    cells_y = int(height / 2.0) + 1
    fx = np.zeros(n)
    fy = np.zeros(n)
    touches = np.zeros(steps, dtype=np.int64)
    after = np.zeros(n, dtype=np.int64)
    for step in range(steps):
        head = np.full((cells_x, cells_y), -1)
        for i in range(n):
            cx = min(max(int(x[i] / 2.0), 0), cells_x - 1)
            cy = min(max(int(y[i] / 2.0), 0), cells_y - 1)
            after[i] = head[cx, cy]
            head[cx, cy] = i
        fx[:] = 0.0
        fy[:] = -9.81 * radius**2
        for cx in range(cells_x):
            for cy in range(cells_y):
                i = head[cx, cy]
                while i >= 0:
                    for ox in range(max(cx - 1, 0), min(cx + 2, cells_x)):
                        for oy in range(max(cy - 1, 0), min(cy + 2, cells_y)):
                            j = head[ox, oy]
                            while j >= 0:
                                if j > i:
                                    dx, dy = x[i] - x[j], y[i] - y[j]
                                    square = dx * dx + dy * dy
                                    reach = radius[i] + radius[j]
                                    if square < reach * reach:
                                        far = np.sqrt(square)
                                        px, py = contact(reach - far, dx / far, dy / far, vx[i] - vx[j], vy[i] - vy[j], stiff, damp)
                                        fx[i] += px
                                        fy[i] += py
                                        fx[j] -= px
                                        fy[j] -= py
                                        touches[step] += 1
                                j = after[j]
                    i = after[i]
        for i in range(n):
            if x[i] < radius[i]:
                fx[i] += stiff * (radius[i] - x[i]) - damp * vx[i]
            if x[i] > width - radius[i]:
                fx[i] += stiff * (width - radius[i] - x[i]) - damp * vx[i]
            if y[i] < radius[i]:
                fy[i] += stiff * (radius[i] - y[i]) - damp * vy[i]
            mass = radius[i] * radius[i]
            vx[i] += dt * fx[i] / mass
            vy[i] += dt * fy[i] / mass
            x[i] += dt * vx[i]
            y[i] += dt * vy[i]
    return touches
