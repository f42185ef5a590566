import numba as nb
import numpy as np

GAS, RATIO, REFERENCE = 287.05, 1.4, 1.0e5


@nb.njit(error_model="numpy")
def acouvert(w, dz, pe, mass, theta, steps, dt):
    nk, nj, ni = dz.shape
    base = np.empty((nk, nj, ni))
    for k in range(nk):
        for j in range(nj):
            for i in range(ni):
                base[k, j, i] = REFERENCE * (GAS * mass[k, j, i] * theta[k, j, i] / (REFERENCE * dz[k, j, i])) ** RATIO
    full = base.copy()
    c, x = np.empty((nk - 1, ni)), np.empty((nk - 1, ni))
    for _ in range(steps):
        for j in range(nj):
            for k in range(nk - 1):
                for i in range(ni):
                    inertia = 0.5 * (mass[k + 1, j, i] + mass[k, j, i])
                    lower = -dt * dt * (RATIO * full[k, j, i] / dz[k, j, i])
                    upper = -dt * dt * (RATIO * full[k + 1, j, i] / dz[k + 1, j, i])
                    pivot = inertia - lower - upper
                    right = inertia * w[k + 1, j, i] + dt * ((full[k + 1, j, i] - base[k + 1, j, i]) - (full[k, j, i] - base[k, j, i]))
                    if k > 0:
                        pivot -= lower * c[k - 1, i]
                        right -= lower * x[k - 1, i]
                    c[k, i] = upper / pivot
                    x[k, i] = right / pivot
            for i in range(ni):
                w[nk - 1, j, i] = x[nk - 2, i]
            for k in range(nk - 3, -1, -1):
                for i in range(ni):
                    x[k, i] -= c[k, i] * x[k + 1, i]
                    w[k + 1, j, i] = x[k, i]
        for k in range(nk):
            for j in range(nj):
                for i in range(ni):
                    dz[k, j, i] += dt * (w[k, j, i] - w[k + 1, j, i])
                    p = REFERENCE * (GAS * mass[k, j, i] * theta[k, j, i] / (REFERENCE * dz[k, j, i])) ** RATIO
                    full[k, j, i] = p
                    pe[k, j, i] += (p - base[k, j, i]) / steps
