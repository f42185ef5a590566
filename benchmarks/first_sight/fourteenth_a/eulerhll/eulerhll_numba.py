import numba as nb
import numpy as np


@nb.njit
def hll(rl, ml, tl, el, rr, mr, tr, er, gamma):
    ul, ur = ml / rl, mr / rr
    pl = (gamma - 1.0) * (el - 0.5 * (ml * ml + tl * tl) / rl)
    pr = (gamma - 1.0) * (er - 0.5 * (mr * mr + tr * tr) / rr)
    cl, cr = np.sqrt(gamma * pl / rl), np.sqrt(gamma * pr / rr)
    slow, fast = min(ul - cl, ur - cr), max(ul + cl, ur + cr)
    l0, l1, l2, l3 = ml, ml * ul + pl, tl * ul, (el + pl) * ul
    r0, r1, r2, r3 = mr, mr * ur + pr, tr * ur, (er + pr) * ur
    if slow >= 0.0:
        return l0, l1, l2, l3
    if fast <= 0.0:
        return r0, r1, r2, r3
    over = 1.0 / (fast - slow)
    both = slow * fast
    return ((fast * l0 - slow * r0 + both * (rr - rl)) * over, (fast * l1 - slow * r1 + both * (mr - ml)) * over,
            (fast * l2 - slow * r2 + both * (tr - tl)) * over, (fast * l3 - slow * r3 + both * (er - el)) * over)


@nb.njit
def gas(U, gamma, h, steps):
    _, n, m = U.shape
    F = np.empty((4, n, m))
    time = 0.0
    for step in range(steps):
        most = 0.0
        for i in range(n):
            for j in range(m):
                rho = U[0, i, j]
                u, v = U[1, i, j] / rho, U[2, i, j] / rho
                p = (gamma - 1.0) * (U[3, i, j] - 0.5 * rho * (u * u + v * v))
                most = max(most, max(abs(u), abs(v)) + np.sqrt(gamma * p / rho))
        dt = 0.4 * h / most
        ratio = dt / h
        for i in range(n - 1):
            for j in range(m):
                F[0, i, j], F[1, i, j], F[2, i, j], F[3, i, j] = hll(
                    U[0, i, j], U[1, i, j], U[2, i, j], U[3, i, j],
                    U[0, i + 1, j], U[1, i + 1, j], U[2, i + 1, j], U[3, i + 1, j], gamma)
        for k in range(4):
            for i in range(1, n - 1):
                for j in range(m):
                    U[k, i, j] -= ratio * (F[k, i, j] - F[k, i - 1, j])
            for j in range(m):
                U[k, 0, j] = U[k, 1, j]
                U[k, n - 1, j] = U[k, n - 2, j]
        for i in range(n):
            for j in range(m - 1):
                F[0, i, j], F[2, i, j], F[1, i, j], F[3, i, j] = hll(
                    U[0, i, j], U[2, i, j], U[1, i, j], U[3, i, j],
                    U[0, i, j + 1], U[2, i, j + 1], U[1, i, j + 1], U[3, i, j + 1], gamma)
        for k in range(4):
            for i in range(n):
                for j in range(1, m - 1):
                    U[k, i, j] -= ratio * (F[k, i, j] - F[k, i, j - 1])
                U[k, i, 0] = U[k, i, 1]
                U[k, i, m - 1] = U[k, i, m - 2]
        time += dt
    return time
