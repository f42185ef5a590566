import numba as nb
import numpy as np


@nb.njit
def grow(phase, heat, steps):
    TAU, EPS, DELTA, FOLD = 3e-4, 0.01, 0.02, 6.0
    H, DT, LATENT = 0.03, 1e-4, 1.6
    n, m = phase.shape
    solid = np.zeros(steps)
    fx, fy = np.empty((n, m)), np.empty((n, m))
    square = np.empty((n, m))
    old, cold = np.empty((n, m)), np.empty((n, m))
    for s in range(steps):
        for i in range(n):
            up, down = (i + 1 if i < n - 1 else 0), (i - 1 if i > 0 else n - 1)
            for j in range(m):
                right, left = (j + 1 if j < m - 1 else 0), (j - 1 if j > 0 else m - 1)
                px = (phase[i, right] - phase[i, left]) / (2.0 * H)
                py = (phase[up, j] - phase[down, j]) / (2.0 * H)
                angle = FOLD * (np.arctan2(py, px) - 0.2)
                eps = EPS * (1.0 + DELTA * np.cos(angle))
                deps = -EPS * FOLD * DELTA * np.sin(angle)
                fx[i, j] = eps * deps * px
                fy[i, j] = eps * deps * py
                square[i, j] = eps**2
        old[:] = phase
        cold[:] = heat
        count = 0
        for i in range(n):
            up, down = (i + 1 if i < n - 1 else 0), (i - 1 if i > 0 else n - 1)
            for j in range(m):
                right, left = (j + 1 if j < m - 1 else 0), (j - 1 if j > 0 else m - 1)
                turn = (fx[up, j] - fx[down, j]) / (2.0 * H) - (fy[i, right] - fy[i, left]) / (2.0 * H)
                p = old[i, j]
                lap = (old[down, j] + old[up, j] + old[i, left] + old[i, right] - 4.0 * p) / H**2
                drive = 0.9 / np.pi * np.arctan(10.0 * (1.0 - cold[i, j]))
                rate = (turn + square[i, j] * lap + p * (1.0 - p) * (p - 0.5 + drive)) / TAU
                phase[i, j] = p + DT * rate
                lap = (cold[down, j] + cold[up, j] + cold[i, left] + cold[i, right] - 4.0 * cold[i, j]) / H**2
                heat[i, j] = cold[i, j] + DT * lap + LATENT * (phase[i, j] - p)
                count += phase[i, j] > 0.5
        solid[s] = count / (n * m)
    return solid
