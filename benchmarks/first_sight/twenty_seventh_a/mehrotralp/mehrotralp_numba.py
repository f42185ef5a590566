import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def longest(v, dv):
    least = 1.0
    for i in range(v.size):
        if dv[i] < 0.0:
            least = min(least, -v[i] / dv[i])
    return least


@nb.njit(error_model="numpy")
def solve(L, b):
    n = b.size
    for i in range(n):
        for k in range(i):
            b[i] -= L[i, k] * b[k]
        b[i] /= L[i, i]
    for i in range(n - 1, -1, -1):
        b[i] /= L[i, i]
        for k in range(i):
            b[k] -= L[i, k] * b[i]


@nb.njit(error_model="numpy")
def normal(A, d, T):
    m, n = A.shape
    for i in range(m):
        for j in range(n):
            T[i, j] = A[i, j] * d[j]
    return np.linalg.cholesky(np.dot(T, A.T))


@nb.njit(error_model="numpy")
def direction(A, L, x, s, rp, rd, rc):
    dy = rp + np.dot(A, (x * rd - rc) / s)
    solve(L, dy)
    ds = rd - np.dot(A.T, dy)
    return (rc - x * ds) / s, dy, ds


@nb.njit(error_model="numpy")
def mehrotralp(A, b, c, tol=1e-10, most=60):
    m, n = A.shape
    T = np.empty((m, n))
    L = normal(A, np.ones(n), T)
    y = b.copy()
    solve(L, y)
    x = np.dot(A.T, y)
    y = np.dot(A, c)
    solve(L, y)
    s = c - np.dot(A.T, y)
    x += max(-1.5 * x.min(), 0.0)
    s += max(-1.5 * s.min(), 0.0)
    xs = np.dot(x, s)
    up, us = 0.5 * xs / s.sum(), 0.5 * xs / x.sum()
    x += up
    s += us
    size = np.sqrt(np.dot(b, b))
    for r in range(most):
        rp = b - np.dot(A, x)
        rd = c - np.dot(A.T, y) - s
        mu = np.dot(x, s) / n
        if mu < tol and np.sqrt(np.dot(rp, rp)) < tol * (1.0 + size):
            return np.dot(c, x), x, y, r
        L = normal(A, x / s, T)
        dx, dy, ds = direction(A, L, x, s, rp, rd, -x * s)
        ap, ad = longest(x, dx), longest(s, ds)
        sigma = (np.dot(x + ap * dx, s + ad * ds) / n / mu) ** 3
        dx, dy, ds = direction(A, L, x, s, rp, rd, sigma * mu - x * s - dx * ds)
        ap, ad = 0.99 * longest(x, dx), 0.99 * longest(s, ds)
        x += ap * dx
        y += ad * dy
        s += ad * ds
    return np.dot(c, x), x, y, most
