import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def apply(p, diagonal, tx, ty, out):
    n, m = p.shape
    for i in range(n):
        for j in range(m):
            v = diagonal[i, j] * p[i, j]
            if i > 0:
                v -= tx[i - 1, j] * p[i - 1, j]
            if i < n - 1:
                v -= tx[i, j] * p[i + 1, j]
            if j > 0:
                v -= ty[i, j - 1] * p[i, j - 1]
            if j < m - 1:
                v -= ty[i, j] * p[i, j + 1]
            out[i, j] = v


@nb.njit(error_model="numpy")
def pressure(p, b, diagonal, tx, ty, sweeps, r, d, q):
    n, m = p.shape
    apply(p, diagonal, tx, ty, q)
    rz = 0.0
    for i in range(n):
        for j in range(m):
            r[i, j] = b[i, j] - q[i, j]
            d[i, j] = r[i, j] / diagonal[i, j]
            rz += r[i, j] * d[i, j]
    for _ in range(sweeps):
        apply(d, diagonal, tx, ty, q)
        dq = 0.0
        for i in range(n):
            for j in range(m):
                dq += d[i, j] * q[i, j]
        alpha, new = rz / dq, 0.0
        for i in range(n):
            for j in range(m):
                p[i, j] += alpha * d[i, j]
                r[i, j] -= alpha * q[i, j]
                new += r[i, j] * (r[i, j] / diagonal[i, j])
        beta = new / rz
        for i in range(n):
            for j in range(m):
                d[i, j] = r[i, j] / diagonal[i, j] + beta * d[i, j]
        rz = new


@nb.njit(error_model="numpy")
def impes2p(k, s, rate, ratio, store, dt, steps, sweeps):
    n, m = k.shape
    p, b, cut = np.zeros((n, m)), np.empty((n, m)), np.zeros(steps)
    total, flowing, diagonal = np.empty((n, m)), np.empty((n, m)), np.empty((n, m))
    tx, ty = np.empty((n - 1, m)), np.empty((n, m - 1))
    r, d, q = np.empty((n, m)), np.empty((n, m)), np.empty((n, m))
    recovered = 0.0
    for t in range(steps):
        for i in range(n):
            for j in range(m):
                water, oil = s[i, j] ** 2, (1.0 - s[i, j]) ** 2 / ratio
                total[i, j] = k[i, j] * (water + oil)
                flowing[i, j] = water / (water + oil)
                diagonal[i, j] = store
                b[i, j] = store * p[i, j]
        b[0, 0] += rate
        b[n - 1, m - 1] -= rate
        for i in range(n):
            for j in range(m):
                here = total[i, j]
                if i < n - 1:
                    tx[i, j] = 2.0 * total[i + 1, j] * here / (total[i + 1, j] + here)
                    diagonal[i, j] += tx[i, j]
                    diagonal[i + 1, j] += tx[i, j]
                if j < m - 1:
                    ty[i, j] = 2.0 * total[i, j + 1] * here / (total[i, j + 1] + here)
                    diagonal[i, j] += ty[i, j]
                    diagonal[i, j + 1] += ty[i, j]
        pressure(p, b, diagonal, tx, ty, sweeps, r, d, q)
        for i in range(n):
            for j in range(m):
                if i < n - 1:
                    f = tx[i, j] * (p[i, j] - p[i + 1, j])
                    w = dt * (flowing[i, j] if f > 0.0 else flowing[i + 1, j]) * f
                    s[i + 1, j] += w
                    s[i, j] -= w
                if j < m - 1:
                    f = ty[i, j] * (p[i, j] - p[i, j + 1])
                    w = dt * (flowing[i, j] if f > 0.0 else flowing[i, j + 1]) * f
                    s[i, j + 1] += w
                    s[i, j] -= w
        s[0, 0] += dt * rate
        s[n - 1, m - 1] -= dt * rate * flowing[n - 1, m - 1]
        for i in range(n):
            for j in range(m):
                s[i, j] = min(max(s[i, j], 0.0), 1.0)
        cut[t] = flowing[n - 1, m - 1]
        recovered += dt * rate * (1.0 - cut[t])
    return p, cut, recovered
