import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def magnet(x, y, most, far=100.0, near=1e-3):
    count = np.zeros((y.size, x.size), np.int64)
    for r in range(y.size):
        for c in range(x.size):
            C = complex(x[c], y[r])
            Z = 0j
            for i in range(most):
                Q = (Z * Z + C - 1.0) / (2.0 * Z + C - 2.0)
                Z = Q * Q
                if Z.real * Z.real + Z.imag * Z.imag > far * far or (Z.real - 1.0) ** 2 + Z.imag * Z.imag < near * near:
                    count[r, c] = i + 1
                    break
    return count
