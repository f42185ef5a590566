import numba as nb
import numpy as np


@nb.njit
def turning(s, out, exchange, easy, damping):
    n, m, _ = s.shape
    for i in range(n):
        a, b = (i - 1) % n, (i + 1) % n
        for j in range(m):
            c, d = (j - 1) % m, (j + 1) % m
            fx = exchange * (s[a, j, 0] + s[b, j, 0] + s[i, c, 0] + s[i, d, 0])
            fy = exchange * (s[a, j, 1] + s[b, j, 1] + s[i, c, 1] + s[i, d, 1])
            fz = exchange * (s[a, j, 2] + s[b, j, 2] + s[i, c, 2] + s[i, d, 2]) + 2.0 * easy * s[i, j, 2]
            x, y, z = s[i, j, 0], s[i, j, 1], s[i, j, 2]
            tx, ty, tz = y * fz - z * fy, z * fx - x * fz, x * fy - y * fx
            scale = -1.0 / (1.0 + damping * damping)
            out[i, j, 0] = scale * (tx + damping * (y * tz - z * ty))
            out[i, j, 1] = scale * (ty + damping * (z * tx - x * tz))
            out[i, j, 2] = scale * (tz + damping * (x * ty - y * tx))


@nb.njit
def precess(spins, steps, dt=0.04, exchange=1.0, easy=0.3, damping=0.1):
    n, m, _ = spins.shape
    mean = np.empty((steps, 3))
    k1, k2, moved = np.empty_like(spins), np.empty_like(spins), np.empty_like(spins)
    for step in range(steps):
        turning(spins, k1, exchange, easy, damping)
        for i in range(n):
            for j in range(m):
                for c in range(3):
                    moved[i, j, c] = spins[i, j, c] + dt * k1[i, j, c]
        turning(moved, k2, exchange, easy, damping)
        x, y, z = 0.0, 0.0, 0.0
        for i in range(n):
            for j in range(m):
                a = spins[i, j, 0] + 0.5 * dt * (k1[i, j, 0] + k2[i, j, 0])
                b = spins[i, j, 1] + 0.5 * dt * (k1[i, j, 1] + k2[i, j, 1])
                c = spins[i, j, 2] + 0.5 * dt * (k1[i, j, 2] + k2[i, j, 2])
                size = np.sqrt(a * a + b * b + c * c)
                spins[i, j, 0] = a / size
                spins[i, j, 1] = b / size
                spins[i, j, 2] = c / size
                x += spins[i, j, 0]
                y += spins[i, j, 1]
                z += spins[i, j, 2]
        mean[step, 0] = x / (n * m)
        mean[step, 1] = y / (n * m)
        mean[step, 2] = z / (n * m)
    return mean
