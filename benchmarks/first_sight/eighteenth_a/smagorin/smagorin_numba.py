import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def smagorinsky(u, v, dx, dt, cs, steps):
    """Layer after layer, whose fields stay in the cache for all steps."""
    layers, n, m = u.shape[0], u.shape[1], v.shape[2]
    quarter = np.float32(0.25)
    over, factor = np.float32(1.0 / dx), np.float32((cs * dx) ** 2)
    most, f = np.float32(0.1 * dx**2 / dt), np.float32(dt / dx)
    shear = np.empty((n - 1, m - 1), np.float32)
    nu, a = np.empty((n, m), np.float32), np.empty((n, m), np.float32)
    for layer in range(layers):
        U, V = u[layer], v[layer]
        for step in range(steps):
            for i in range(n - 1):
                for j in range(m - 1):
                    shear[i, j] = (V[i + 1, j + 1] - V[i + 1, j] + U[i + 1, j + 1] - U[i, j + 1]) * over
            for i in range(1, n - 1):
                for j in range(1, m - 1):
                    tension = (U[i, j + 1] - U[i, j] - V[i + 1, j] + V[i, j]) * over
                    middle = quarter * (shear[i - 1, j - 1] + shear[i, j - 1] + shear[i - 1, j] + shear[i, j])
                    nu[i, j] = min(factor * np.sqrt(tension * tension + middle * middle), most)
                    a[i, j] = nu[i, j] * tension
            for i in range(1, n - 2):
                for j in range(1, m - 2):
                    shear[i, j] *= quarter * (nu[i, j] + nu[i + 1, j] + nu[i, j + 1] + nu[i + 1, j + 1])
            for i in range(2, n - 2):
                for j in range(2, m - 1):
                    U[i, j] += f * (a[i, j] - a[i, j - 1] + shear[i, j - 1] - shear[i - 1, j - 1])
            for i in range(2, n - 1):
                for j in range(2, m - 2):
                    V[i, j] += f * (shear[i - 1, j] - shear[i - 1, j - 1] - a[i, j] + a[i - 1, j])
