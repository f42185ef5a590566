import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def cosines(n):
    c = np.empty((n, n))
    for k in range(n):
        scale = np.sqrt((1.0 if k == 0 else 2.0) / n)
        for i in range(n):
            c[k, i] = scale * np.cos(np.pi * k * (2 * i + 1) / (2 * n))
    return c


@nb.njit(error_model="numpy")
def apply(p, wx, wy, q, wrap):
    """Divergence of the weighted differences, which are wrapped first if so wanted."""
    n, m = p.shape
    q[:] = 0.0
    for i in range(n):
        for j in range(m):
            if j < m - 1:
                d = p[i, j + 1] - p[i, j]
                if wrap:
                    d -= 2.0 * np.pi * np.rint(d / (2.0 * np.pi))
                q[i, j] += wx[i, j] * d
                q[i, j + 1] -= wx[i, j] * d
            if i < n - 1:
                d = p[i + 1, j] - p[i, j]
                if wrap:
                    d -= 2.0 * np.pi * np.rint(d / (2.0 * np.pi))
                q[i, j] += wy[i, j] * d
                q[i + 1, j] -= wy[i, j] * d


@nb.njit(error_model="numpy")
def unwrapls(psi, weight, rounds):
    n, m = psi.shape
    wx, wy = np.zeros((n, m)), np.zeros((n, m))
    for i in range(n):
        for j in range(m):
            if j < m - 1:
                wx[i, j] = min(weight[i, j], weight[i, j + 1]) ** 2
            if i < n - 1:
                wy[i, j] = min(weight[i, j], weight[i + 1, j]) ** 2
    cn, cm = cosines(n), cosines(m)
    r, q = np.empty((n, m)), np.empty((n, m))
    apply(psi, wx, wy, r, True)
    phi, p = np.zeros((n, m)), np.zeros((n, m))
    before = 1.0
    gaps = np.zeros(rounds)
    for k in range(rounds):
        s = cn @ r @ cm.T
        for i in range(n):
            for j in range(m):
                s[i, j] /= 2.0 * np.cos(np.pi * i / n) + 2.0 * np.cos(np.pi * j / m) - 4.0
        s[0, 0] = 0.0
        z = cn.T @ s @ cm
        now = 0.0
        for i in range(n):
            for j in range(m):
                now += r[i, j] * z[i, j]
        beta = now / before if k > 0 else 0.0
        for i in range(n):
            for j in range(m):
                p[i, j] = z[i, j] + beta * p[i, j]
        before = now
        apply(p, wx, wy, q, False)
        curve = 0.0
        for i in range(n):
            for j in range(m):
                curve += p[i, j] * q[i, j]
        alpha = now / curve
        size = 0.0
        for i in range(n):
            for j in range(m):
                phi[i, j] += alpha * p[i, j]
                r[i, j] -= alpha * q[i, j]
                size += r[i, j] ** 2
        gaps[k] = np.sqrt(size)
    turns = np.empty((n, m), np.int32)
    for i in range(n):
        for j in range(m):
            turns[i, j] = np.int32(np.rint((phi[i, j] - psi[i, j]) / (2.0 * np.pi)))
    return phi, turns, gaps
