import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def apply(x, windx, windy, epsilon, decay, out):
    n, m = windx.shape
    k = epsilon * (n + 1.0)
    for i in range(n):
        for j in range(m):
            p = i * m + j
            up = x[p - m] if i > 0 else 0.0
            down = x[p + m] if i < n - 1 else 0.0
            left = x[p - 1] if j > 0 else 0.0
            right = x[p + 1] if j < m - 1 else 0.0
            out[p] = k * (4.0 * x[p] - down - up - right - left) + decay * x[p] + windx[i, j] * (x[p] - up) + windy[i, j] * (x[p] - left)


@nb.njit(error_model="numpy")
def idrs4(f, windx, windy, P, epsilon, decay, cycles):
    s, size = P.shape[0], f.size
    x = np.zeros(size)
    r = f.copy().reshape(size)
    G, U, M = np.zeros((s, size)), np.zeros((s, size)), np.eye(s)
    t = np.empty(size)
    omega = 1.0
    norms = np.zeros(cycles + 1)
    norms[0] = np.linalg.norm(r)
    for cycle in range(cycles):
        g = np.dot(P, r)
        for k in range(s):
            c = np.linalg.solve(M[k:, k:].copy(), g[k:])
            for p in range(size):
                a, b = r[p], 0.0
                for i in range(k, s):
                    a -= c[i - k] * G[i, p]
                    b += c[i - k] * U[i, p]
                U[k, p] = b + omega * a
            apply(U[k], windx, windy, epsilon, decay, G[k])
            for i in range(k):
                alpha = np.dot(P[i], G[k]) / M[i, i]
                for p in range(size):
                    G[k, p] -= alpha * G[i, p]
                    U[k, p] -= alpha * U[i, p]
            M[k:, k] = np.dot(P[k:], G[k])
            beta = g[k] / M[k, k]
            for p in range(size):
                r[p] -= beta * G[k, p]
                x[p] += beta * U[k, p]
            for i in range(k + 1, s):
                g[i] -= beta * M[i, k]
        apply(r, windx, windy, epsilon, decay, t)
        tr, tt = np.dot(t, r), np.dot(t, t)
        omega = tr / tt
        cosine = abs(tr) / np.sqrt(tt * np.dot(r, r))
        if cosine < 0.7:
            omega *= 0.7 / cosine
        for p in range(size):
            x[p] += omega * r[p]
            r[p] -= omega * t[p]
        norms[cycle + 1] = np.linalg.norm(r)
    return x.reshape(f.shape), norms
