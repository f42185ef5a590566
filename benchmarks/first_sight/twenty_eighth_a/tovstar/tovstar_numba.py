import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def slopes(r, m, p, K, gamma):
    p = max(p, 0.0)
    rho = (p / K) ** (1.0 / gamma)
    eps = rho + p / (gamma - 1.0)
    shell = 4.0 * np.pi * r * r
    return shell * eps, -(eps + p) * (m + shell * r * p) / (r * (r - 2.0 * m)), shell * rho / np.sqrt(1.0 - 2.0 * m / r)


@nb.njit(error_model="numpy")
def tovstar(dense, h, K=100.0, gamma=2.0):
    n = dense.size
    radius, mass, bary = np.zeros(n), np.zeros(n), np.zeros(n)
    for s in range(n):
        p = K * dense[s] ** gamma
        eps = dense[s] + p / (gamma - 1.0)
        r = h
        m = 4.0 / 3.0 * np.pi * r ** 3 * eps
        b = 4.0 / 3.0 * np.pi * r ** 3 * dense[s]
        p -= 2.0 / 3.0 * np.pi * (eps + p) * (eps + 3.0 * p) * r * r
        while p > 0.0:
            m1, p1, b1 = slopes(r, m, p, K, gamma)
            m2, p2, b2 = slopes(r + 0.5 * h, m + 0.5 * h * m1, p + 0.5 * h * p1, K, gamma)
            m3, p3, b3 = slopes(r + 0.5 * h, m + 0.5 * h * m2, p + 0.5 * h * p2, K, gamma)
            m4, p4, b4 = slopes(r + h, m + h * m3, p + h * p3, K, gamma)
            new = p + h / 6.0 * (p1 + 2.0 * p2 + 2.0 * p3 + p4)
            if new <= 1e-14:
                radius[s] = r + h * p / (p - new)
                break
            m += h / 6.0 * (m1 + 2.0 * m2 + 2.0 * m3 + m4)
            b += h / 6.0 * (b1 + 2.0 * b2 + 2.0 * b3 + b4)
            p = new
            r += h
        mass[s], bary[s] = m, b
    return radius, mass, bary, np.argmax(mass)
