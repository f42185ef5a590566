import numba as nb
import numpy as np


@nb.njit
def vertical_mix(theta, kz, rho, dz, flux, dt):
    nx, ny, nz = theta.shape
    up = np.empty(nz)
    diag = np.empty(nz)
    low = np.empty(nz)
    for i in range(nx):
        for j in range(ny):
            for k in range(nz):
                diag[k] = 1.0
                up[k] = 0.0
            low[0] = 0.0
            for k in range(1, nz):
                b = dt * kz[i, j, k] * (rho[i, j, k - 1] + rho[i, j, k]) / (dz[k] + dz[k - 1])
                low[k] = -b / (rho[i, j, k] * dz[k])
                up[k - 1] = -b / (rho[i, j, k - 1] * dz[k - 1])
            for k in range(nz):
                diag[k] = 1.0 - low[k] - up[k]
            theta[i, j, 0] += dt * flux[i, j] / (rho[i, j, 0] * dz[0])
            for k in range(1, nz):
                m = low[k] / diag[k - 1]
                diag[k] -= m * up[k - 1]
                theta[i, j, k] -= m * theta[i, j, k - 1]
            theta[i, j, nz - 1] /= diag[nz - 1]
            for k in range(nz - 2, -1, -1):
                theta[i, j, k] = (theta[i, j, k] - up[k] * theta[i, j, k + 1]) / diag[k]
