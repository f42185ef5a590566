import numba as nb
import numpy as np


@nb.njit
def jacobi27(u, weights, T):
    N = u.shape[0]
    new = np.zeros((N, N, N))
    for t in range(T):
        for x in range(1, N - 1):
            for y in range(1, N - 1):
                for z in range(1, N - 1):
                    s = 0.0
                    for i in range(-1, 2):
                        for j in range(-1, 2):
                            for k in range(-1, 2):
                                s += weights[abs(i) + abs(j) + abs(k)] * u[x + i, y + j, z + k]
                    new[x, y, z] = s
        u[1:-1, 1:-1, 1:-1] = new[1:-1, 1:-1, 1:-1]
