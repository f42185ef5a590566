import numba as nb
import numpy as np


@nb.njit(error_model="numpy", inline="always")
def stretch(p, w, j, i, l, k, rest, stiff):
    share = w[j, i] + w[l, k]
    if share <= 0.0:
        return
    x, y, z = p[l, k, 0] - p[j, i, 0], p[l, k, 1] - p[j, i, 1], p[l, k, 2] - p[j, i, 2]
    length = np.sqrt(x * x + y * y + z * z)
    pull = stiff * ((length - rest) / (length * max(share, 1.0)))
    a, b = w[j, i] * pull, w[l, k] * pull
    p[j, i, 0] += a * x
    p[j, i, 1] += a * y
    p[j, i, 2] += a * z
    p[l, k, 0] -= b * x
    p[l, k, 1] -= b * y
    p[l, k, 2] -= b * z


@nb.njit(error_model="numpy")
def pbdcloth(pos, vel, mobile, steps, rounds, dt=0.01, h=0.1, damp=0.995):
    ny, nx = mobile.shape
    cx, cy, cz, radius = 0.5 * h * nx, 0.6 * h * ny, -0.3, 0.28
    touched = np.zeros(steps, np.int64)
    p = np.empty((ny, nx, 3))
    for t in range(steps):
        for j in range(ny):
            for i in range(nx):
                vel[j, i, 2] += dt * -9.81 * mobile[j, i]
                for c in range(3):
                    vel[j, i, c] *= damp
                    p[j, i, c] = pos[j, i, c] + dt * vel[j, i, c]
        for _ in range(rounds):
            for start in range(2):
                for j in range(ny):
                    for i in range(start, nx - 1, 2):
                        stretch(p, mobile, j, i, j, i + 1, h, 0.9)
                for j in range(start, ny - 1, 2):
                    for i in range(nx):
                        stretch(p, mobile, j, i, j + 1, i, h, 0.9)
            count = 0
            for j in range(ny):
                for i in range(nx):
                    x, y, z = p[j, i, 0] - cx, p[j, i, 1] - cy, p[j, i, 2] - cz
                    far = np.sqrt(x * x + y * y + z * z)
                    if far < radius:
                        f = radius / far
                        p[j, i, 0], p[j, i, 1], p[j, i, 2] = cx + x * f, cy + y * f, cz + z * f
                        count += 1
            touched[t] += count
        for j in range(ny):
            for i in range(nx):
                for c in range(3):
                    vel[j, i, c] = (p[j, i, c] - pos[j, i, c]) / dt
                    pos[j, i, c] = p[j, i, c]
    return touched
