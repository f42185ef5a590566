import numba as nb
import numpy as np


@nb.njit
def grains(x, y, vx, vy, radius, width, height, steps, dt=0.002, stiff=2000.0, damp=6.0):
    n = x.shape[0]
    cells_x, cells_y = int(width / 2.0) + 1, int(height / 2.0) + 1
    fx, fy = np.zeros(n), np.zeros(n)
    touches = np.zeros(steps, np.int64)
    after = np.zeros(n, np.int32)
    head = np.empty((cells_x, cells_y), np.int32)
    cell_x, cell_y = np.empty(n, np.int32), np.empty(n, np.int32)
    for step in range(steps):
        head[:] = -1
        for i in range(n):
            cx = min(max(int(x[i] * 0.5), 0), cells_x - 1)
            cy = min(max(int(y[i] * 0.5), 0), cells_y - 1)
            cell_x[i], cell_y[i] = cx, cy
            after[i] = head[cx, cy]
            head[cx, cy] = i
            fx[i] = 0.0
            fy[i] = -9.81 * radius[i] * radius[i]
        count = 0
        for i in range(n):
            cx, cy = cell_x[i], cell_y[i]
            for ox in range(max(cx - 1, 0), min(cx + 2, cells_x)):
                for oy in range(max(cy - 1, 0), min(cy + 2, cells_y)):
                    j = head[ox, oy]
                    while j > i:
                        dx, dy = x[i] - x[j], y[i] - y[j]
                        square = dx * dx + dy * dy
                        reach = radius[i] + radius[j]
                        if square < reach * reach:
                            far = np.sqrt(square)
                            nx, ny = dx / far, dy / far
                            ux, uy = vx[i] - vx[j], vy[i] - vy[j]
                            along = ux * nx + uy * ny
                            push = max(stiff * (reach - far) - damp * along, 0.0)
                            tx, ty = ux - along * nx, uy - along * ny
                            size = np.sqrt(tx * tx + ty * ty)
                            drag = min(0.4 * push, damp * size) / size if size > 1e-12 else 0.0
                            px, py = push * nx - drag * tx, push * ny - drag * ty
                            fx[i] += px
                            fy[i] += py
                            fx[j] -= px
                            fy[j] -= py
                            count += 1
                        j = after[j]
        touches[step] = count
        for i in range(n):
            r = radius[i]
            if x[i] < r:
                fx[i] += stiff * (r - x[i]) - damp * vx[i]
            if x[i] > width - r:
                fx[i] += stiff * (width - r - x[i]) - damp * vx[i]
            if y[i] < r:
                fy[i] += stiff * (r - y[i]) - damp * vy[i]
            f = dt / (r * r)
            vx[i] += f * fx[i]
            vy[i] += f * fy[i]
            x[i] += dt * vx[i]
            y[i] += dt * vy[i]
    return touches
