import numpy as np


def vertical_mix(theta, kz, rho, dz, flux, dt):
    """One implicit step of vertical diffusion in columns, with a surface flux."""
    nx, ny, nz = theta.shape
    low = np.zeros_like(theta)
    up = np.zeros_like(theta)
    for k in range(1, nz):
        between = dt * kz[:, :, k] * (rho[:, :, k - 1] + rho[:, :, k]) / (dz[k] + dz[k - 1])
        low[:, :, k] = -between / (rho[:, :, k] * dz[k])
        up[:, :, k - 1] = -between / (rho[:, :, k - 1] * dz[k - 1])
    diag = 1.0 - low - up
    theta[:, :, 0] += dt * flux / (rho[:, :, 0] * dz[0])
    for k in range(1, nz):
        m = low[:, :, k] / diag[:, :, k - 1]
        diag[:, :, k] -= m * up[:, :, k - 1]
        theta[:, :, k] -= m * theta[:, :, k - 1]
    theta[:, :, -1] /= diag[:, :, -1]
    for k in range(nz - 2, -1, -1):
        theta[:, :, k] = (theta[:, :, k] - up[:, :, k] * theta[:, :, k + 1]) / diag[:, :, k]
