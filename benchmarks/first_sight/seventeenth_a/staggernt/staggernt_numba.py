import numba as nb
import numpy as np


@nb.njit(inline="always")
def minmod(a, b):
    if a * b <= 0.0:
        return 0.0
    return min(a, b) if a > 0.0 else max(a, b)


@nb.njit(error_model="numpy")
def flux(f, u, gamma):
    for i in range(u.shape[1]):
        r, m, e = u[0, i], u[1, i], u[2, i]
        v = m / r
        p = (gamma - 1.0) * (e - 0.5 * m * v)
        f[0, i], f[1, i], f[2, i] = m, m * v + p, (e + p) * v


@nb.njit(error_model="numpy")
def slope(s, q):
    n = q.shape[1]
    for k in range(3):
        line, out = q[k], s[k]
        for i in range(1, n - 1):
            out[i] = minmod(line[i] - line[i - 1], line[i + 1] - line[i])
        out[0] = minmod(line[0] - line[n - 1], line[1] - line[0])
        out[n - 1] = minmod(line[n - 1] - line[n - 2], line[0] - line[n - 1])


@nb.njit(error_model="numpy")
def tube(u, until, h, gamma=1.4, cfl=0.4):
    n = u.shape[1]
    u = u.copy()
    f, s, half, after = np.empty_like(u), np.empty_like(u), np.empty_like(u), np.empty_like(u)
    t, turns = 0.0, 0
    while t < until:
        speed = 0.0
        for i in range(n):
            v = u[1, i] / u[0, i]
            p = (gamma - 1.0) * (u[2, i] - 0.5 * u[1, i] * v)
            speed = max(speed, abs(v) + np.sqrt(gamma * p / u[0, i]))
        dt = min(cfl * h / speed, until - t)
        ratio = dt / h
        flux(f, u, gamma)
        slope(s, f)
        for k in range(3):
            for i in range(n):
                half[k, i] = u[k, i] - 0.5 * ratio * s[k, i]
        flux(f, half, gamma)
        slope(s, u)
        back = turns % 2
        for k in range(3):
            for i in range(n - 1):
                after[k, i + back] = 0.5 * (u[k, i] + u[k, i + 1]) + 0.125 * (s[k, i] - s[k, i + 1]) - ratio * (f[k, i + 1] - f[k, i])
            last = 0.5 * (u[k, n - 1] + u[k, 0]) + 0.125 * (s[k, n - 1] - s[k, 0]) - ratio * (f[k, 0] - f[k, n - 1])
            after[k, 0 if back else n - 1] = last
        u, after = after, u
        t += dt
        turns += 1
    return u, turns
