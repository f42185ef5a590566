import numba as nb
import numpy as np

C = 0.4


@nb.njit
def maxwell(ex, ey, ez, hx, hy, hz, T):
    n = ex.shape[0]
    energy = np.zeros(T)
    for t in range(T):
        for i in range(n):
            for j in range(n):
                if j < n - 1:
                    for k in range(n - 1):
                        hx[i, j, k] -= C * ((ez[i, j + 1, k] - ez[i, j, k]) - (ey[i, j, k + 1] - ey[i, j, k]))
                if i < n - 1:
                    for k in range(n - 1):
                        hy[i, j, k] -= C * ((ex[i, j, k + 1] - ex[i, j, k]) - (ez[i + 1, j, k] - ez[i, j, k]))
                if i < n - 1 and j < n - 1:
                    for k in range(n):
                        hz[i, j, k] -= C * ((ey[i + 1, j, k] - ey[i, j, k]) - (ex[i, j + 1, k] - ex[i, j, k]))
        s = 0.0
        for i in range(n):
            for j in range(n):
                if j > 0:
                    for k in range(1, n):
                        ex[i, j, k] += C * ((hz[i, j, k] - hz[i, j - 1, k]) - (hy[i, j, k] - hy[i, j, k - 1]))
                if i > 0:
                    for k in range(1, n):
                        ey[i, j, k] += C * ((hx[i, j, k] - hx[i, j, k - 1]) - (hz[i, j, k] - hz[i - 1, j, k]))
                if i > 0 and j > 0:
                    for k in range(n):
                        ez[i, j, k] += C * ((hy[i, j, k] - hy[i - 1, j, k]) - (hx[i, j, k] - hx[i, j - 1, k]))
                ez[i, j, 0] = 0.0
                ez[i, j, n - 1] = 0.0
                for k in range(n):
                    s += (ex[i, j, k] ** 2 + ey[i, j, k] ** 2 + ez[i, j, k] ** 2
                          + hx[i, j, k] ** 2 + hy[i, j, k] ** 2 + hz[i, j, k] ** 2)
        energy[t] = s
    return energy
