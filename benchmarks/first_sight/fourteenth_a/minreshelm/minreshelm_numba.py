import numba as nb
import numpy as np


@nb.njit
def helmholtz(b, slow, tolerance, limit):
    n, m = b.shape
    x = np.zeros_like(b)
    history = np.zeros(limit)
    size = 0.0
    for i in range(n):
        for j in range(m):
            size += b[i, j] * b[i, j]
    size = np.sqrt(size)
    v, v_old, p = np.zeros((n + 2, m + 2)), np.zeros((n + 2, m + 2)), np.zeros((n + 2, m + 2))
    for i in range(n):
        for j in range(m):
            v[i + 1, j + 1] = b[i, j] / size
    w, w_old = np.zeros_like(b), np.zeros_like(b)
    eta, before = size, 0.0
    c, c_old, s, s_old = 1.0, 1.0, 0.0, 0.0
    turns = 0
    while turns < limit and abs(eta) > tolerance * size:
        alpha = 0.0
        for i in range(1, n + 1):
            for j in range(1, m + 1):
                q = (4.0 - slow[i - 1, j - 1]) * v[i, j] - v[i - 1, j] - v[i + 1, j] - v[i, j - 1] - v[i, j + 1]
                alpha += v[i, j] * q
                p[i, j] = q
        beta = 0.0
        for i in range(1, n + 1):
            for j in range(1, m + 1):
                q = p[i, j] - alpha * v[i, j] - before * v_old[i, j]
                p[i, j] = q
                beta += q * q
        beta = np.sqrt(beta)
        delta = c * alpha - c_old * s * before
        first = np.sqrt(delta * delta + beta * beta)
        second, third = s * alpha + c_old * c * before, s_old * before
        c_old, c, s_old, s = c, delta / first, s, beta / first
        over, go, less = 1.0 / first, c * eta, 1.0 / beta
        for i in range(n):
            for j in range(m):
                q = (v[i + 1, j + 1] - third * w_old[i, j] - second * w[i, j]) * over
                w_old[i, j] = q
                x[i, j] += go * q
                p[i + 1, j + 1] *= less
        w, w_old = w_old, w
        v_old, v, p = v, p, v_old
        eta = -s * eta
        before = beta
        history[turns] = abs(eta) / size
        turns += 1
    return x, history, turns
