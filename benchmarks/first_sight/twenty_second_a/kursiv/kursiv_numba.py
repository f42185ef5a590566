import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def rate(u, h, out):
    n = u.size
    a, b, c = 6.0 * h, h ** 2, h ** 4
    for i in range(2):
        for k in (i, n - 1 - i):
            east, west, far, back = u[(k + 1) % n], u[k - 1], u[(k + 2) % n], u[k - 2]
            out[k] = (-((east * east - west * west + u[k] * (east - west)) / a) - (east - 2.0 * u[k] + west) / b
                      - (far - 4.0 * east + 6.0 * u[k] - 4.0 * west + back) / c)
    for k in range(2, n - 2):
        east, west, far, back = u[k + 1], u[k - 1], u[k + 2], u[k - 2]
        out[k] = (-((east * east - west * west + u[k] * (east - west)) / a) - (east - 2.0 * u[k] + west) / b
                  - (far - 4.0 * east + 6.0 * u[k] - 4.0 * west + back) / c)


@nb.njit(error_model="numpy")
def kursiv(u, steps, dt=2e-3, h=0.5):
    n = u.size
    u = u.copy()
    a, r = np.empty(n), np.empty(n)
    energy = np.zeros(steps)
    for t in range(steps):
        rate(u, h, r)
        for i in range(n):
            a[i] = u[i] + dt * r[i]
        rate(a, h, r)
        for i in range(n):
            a[i] = 0.75 * u[i] + 0.25 * (a[i] + dt * r[i])
        rate(a, h, r)
        total = 0.0
        for i in range(n):
            u[i] = u[i] / 3.0 + 2.0 / 3.0 * (a[i] + dt * r[i])
            total += u[i] * u[i]
        energy[t] = 0.5 * h * total
    return u, energy
