import numba as nb
import numpy as np


@nb.njit
def horizontal_mix(u, v, tend_u, tend_v, dx, cs):
    nz, ny, nx = u.shape
    length = (cs * dx) ** 2
    two = np.float32(2.0) * dx
    ten = np.empty((ny, nx), np.float32)
    she = np.empty((ny, nx), np.float32)
    for k in range(nz):
        for j in range(1, ny - 1):
            for i in range(1, nx - 1):
                a = (u[k, j, i + 1] - u[k, j, i - 1]) / two - (v[k, j + 1, i] - v[k, j - 1, i]) / two
                b = (u[k, j + 1, i] - u[k, j - 1, i]) / two + (v[k, j, i + 1] - v[k, j, i - 1]) / two
                visc = length * np.sqrt(a * a + b * b)
                ten[j, i] = visc * a
                she[j, i] = visc * b
        for j in range(2, ny - 2):
            for i in range(2, nx - 2):
                tend_u[k, j, i] += (ten[j, i + 1] - ten[j, i - 1] + she[j + 1, i] - she[j - 1, i]) / two
                tend_v[k, j, i] += (she[j, i + 1] - she[j, i - 1] - ten[j + 1, i] + ten[j - 1, i]) / two
