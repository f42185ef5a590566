import numba as nb
import numpy as np


@nb.njit
def emf(e, bx, by, u, v, eta, h):
    n, m = u.shape
    over = eta / h
    for i in range(1, n - 1):
        for j in range(1, m - 1):
            left, right, down, up = by[i - 1, j], by[i, j], bx[i, j - 1], bx[i, j]
            bxc = down if v[i, j] > 0.0 else up
            byc = left if u[i, j] > 0.0 else right
            e[i, j] = v[i, j] * bxc - u[i, j] * byc + over * (right - left - up + down)


@nb.njit
def induct(bx, by, u, v, eta, h, dt, steps):
    n, m = u.shape
    e = np.zeros((n, m))
    mx, my = np.empty_like(bx), np.empty_like(by)
    c = dt / h
    for step in range(steps):
        emf(e, bx, by, u, v, eta, h)
        for i in range(n):
            for j in range(m - 1):
                mx[i, j] = bx[i, j] - c * (e[i, j + 1] - e[i, j])
        for i in range(n - 1):
            for j in range(m):
                my[i, j] = by[i, j] + c * (e[i + 1, j] - e[i, j])
        emf(e, mx, my, u, v, eta, h)
        for i in range(n):
            for j in range(m - 1):
                bx[i, j] = 0.5 * (bx[i, j] + mx[i, j] - c * (e[i, j + 1] - e[i, j]))
        for i in range(n - 1):
            for j in range(m):
                by[i, j] = 0.5 * (by[i, j] + my[i, j] + c * (e[i + 1, j] - e[i, j]))
