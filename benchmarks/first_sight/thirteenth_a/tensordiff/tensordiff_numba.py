import numba as nb
import numpy as np


@nb.njit
def diffuse(T, kxx, kxy, kyy, dt, steps):
    n, m = T.shape
    half, quarter = np.float32(0.5), np.float32(0.25)
    fx = np.empty((n, m), np.float32)
    fy = np.empty((n, m), np.float32)
    axx, axy = np.empty((n, m), np.float32), np.empty((n, m), np.float32)
    ayx, ayy = np.empty((n, m), np.float32), np.empty((n, m), np.float32)
    for i in range(1, n - 1):
        for j in range(m - 1):
            axx[i, j] = half * (kxx[i, j + 1] + kxx[i, j])
            axy[i, j] = half * (kxy[i, j + 1] + kxy[i, j]) * quarter
    for i in range(n - 1):
        for j in range(1, m - 1):
            ayx[i, j] = half * (kxy[i + 1, j] + kxy[i, j]) * quarter
            ayy[i, j] = half * (kyy[i + 1, j] + kyy[i, j])
    total = np.zeros(steps, np.float32)
    for step in range(steps):
        for i in range(1, n - 1):
            for j in range(m - 1):
                fx[i, j] = (axx[i, j] * (T[i, j + 1] - T[i, j])
                            + axy[i, j] * (T[i + 1, j + 1] - T[i - 1, j + 1] + T[i + 1, j] - T[i - 1, j]))
        for i in range(n - 1):
            for j in range(1, m - 1):
                fy[i, j] = (ayy[i, j] * (T[i + 1, j] - T[i, j])
                            + ayx[i, j] * (T[i + 1, j + 1] - T[i + 1, j - 1] + T[i, j + 1] - T[i, j - 1]))
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                T[i, j] += dt * (fx[i, j] - fx[i, j - 1] + fy[i, j] - fy[i - 1, j])
        for j in range(m):
            T[0, j] = T[1, j]
            T[n - 1, j] = T[n - 2, j]
        for i in range(n):
            T[i, 0] = T[i, 1]
            T[i, m - 1] = T[i, m - 2]
        s = 0.0
        for i in range(n):
            for j in range(m):
                s += T[i, j]
        total[step] = s / (n * m)
    return total
