import numba as nb
import numpy as np


@nb.njit
def slope_at(a, b):
    if a * b > 0.0:
        return np.sign(a) * min(abs(a), abs(b))
    return 0.0


@nb.njit
def muscl(u, T, cfl=0.3):
    n = u.shape[0]
    total = np.zeros(T)
    slope = np.empty(n)
    f = np.empty(n)
    for t in range(T):
        for k in range(2):
            u[k] = u[n - 4 + k]
            u[n - 2 + k] = u[2 + k]
        top = 0.0
        for i in range(n):
            top = max(top, abs(u[i]))
        for i in range(1, n - 1):
            slope[i] = slope_at(u[i] - u[i - 1], u[i + 1] - u[i])
        for i in range(1, n - 2):
            left = max(u[i] + 0.5 * slope[i], 0.0)
            right = min(u[i + 1] - 0.5 * slope[i + 1], 0.0)
            f[i] = 0.5 * (left * left + right * right)
        c = cfl / top
        s = 0.0
        for i in range(2, n - 2):
            u[i] -= c * (f[i] - f[i - 1])
            s += u[i]
        total[t] = s
    return total
