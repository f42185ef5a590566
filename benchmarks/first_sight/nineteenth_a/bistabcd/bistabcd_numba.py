import numba as nb
import numpy as np


@nb.njit
def apply(u, cx, cy, shift, out):
    n, m = u.shape
    for i in range(n):
        for j in range(m):
            a = (4.0 + shift) * u[i, j]
            if i > 0:
                a -= (1.0 + cy[i, j]) * u[i - 1, j]
            if i < n - 1:
                a -= (1.0 - cy[i, j]) * u[i + 1, j]
            if j > 0:
                a -= (1.0 + cx[i, j]) * u[i, j - 1]
            if j < m - 1:
                a -= (1.0 - cx[i, j]) * u[i, j + 1]
            out[i, j] = a


@nb.njit
def dot(a, b):
    x, y = a.ravel(), b.ravel()
    return np.dot(x, y)


@nb.njit(error_model="numpy")
def solve(b, cx, cy, shift, tol, most):
    n, m = b.shape
    x = np.zeros_like(b)
    size = np.sqrt(dot(b, b))
    if size == 0.0:
        return x, 0
    r, shadow = b.copy(), b.copy()
    p, v, s, t = np.zeros_like(b), np.zeros_like(b), np.empty_like(b), np.empty_like(b)
    rho = alpha = omega = 1.0
    for k in range(1, most + 1):
        before = rho
        rho = dot(shadow, r)
        beta = rho / before * alpha / omega
        for i in range(n):
            for j in range(m):
                p[i, j] = r[i, j] + beta * (p[i, j] - omega * v[i, j])
        apply(p, cx, cy, shift, v)
        alpha = rho / dot(shadow, v)
        for i in range(n):
            for j in range(m):
                s[i, j] = r[i, j] - alpha * v[i, j]
        if np.sqrt(dot(s, s)) < tol * size:
            for i in range(n):
                for j in range(m):
                    x[i, j] += alpha * p[i, j]
            return x, k
        apply(s, cx, cy, shift, t)
        omega = dot(t, s) / dot(t, t)
        for i in range(n):
            for j in range(m):
                x[i, j] += alpha * p[i, j] + omega * s[i, j]
                r[i, j] = s[i, j] - omega * t[i, j]
        if np.sqrt(dot(r, r)) < tol * size:
            return x, k
    return x, most
