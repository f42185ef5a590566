import numba as nb
import numpy as np


@nb.njit(fastmath={"reassoc", "nsz"}, error_model="numpy")
def filled(phi, twice):
    """Mean over cells of how much of them lies inside, in any order."""
    n, m = phi.shape
    total = np.float32(0)
    for i in range(n):
        for j in range(m):
            total += min(max(np.float32(0.5) - phi[i, j] / twice, np.float32(0)), np.float32(1))
    return total / np.float32(n * m)


@nb.njit(error_model="numpy")
def move(phi, p, h, dt):
    n, m = phi.shape
    two, tiny = np.float32(2), np.float32(1e-6)
    twice, square, four = two * h, h * h, np.float32(4) * h * h
    for i in range(n):
        up, here, down, out = p[i], p[i + 1], p[i + 2], phi[i]
        for j in range(m):
            c = here[j + 1]
            px = (down[j + 1] - up[j + 1]) / twice
            py = (here[j + 2] - here[j]) / twice
            pxx = (down[j + 1] - two * c + up[j + 1]) / square
            pyy = (here[j + 2] - two * c + here[j]) / square
            pxy = (down[j + 2] - down[j] - up[j + 2] + up[j]) / four
            out[j] = c + dt * ((pxx * py * py - two * px * py * pxy + pyy * px * px) / (px * px + py * py + tiny))


@nb.njit(error_model="numpy")
def shorten(phi, h, dt, steps):
    n, m = phi.shape
    p = np.empty((n + 2, m + 2), np.float32)
    inside = np.zeros(steps, np.float32)
    for step in range(steps):
        for i in range(n):
            p[i + 1, 1:-1] = phi[i]
            p[i + 1, 0], p[i + 1, m + 1] = phi[i, 0], phi[i, m - 1]
        p[0], p[n + 1] = p[1], p[n]
        move(phi, p, h, dt)
        inside[step] = filled(phi, np.float32(2) * h)
    return inside
