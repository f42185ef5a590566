import numpy as np


def swap(a, i, j):
    """Two rows change places."""
    a[[i, j]] = a[[j, i]]


def cauchygko(t, s, G, B, rhs):
    """Solves with C[i, j] = G[i] . B[:, j] / (t[i] - s[j]), after Gohberg, Kailath and Olshevsky: n^2 steps, not n^3."""
    n = t.size
    t, G, B, x = t.copy(), G.copy(), B.copy(), rhs.copy()
    order = np.arange(n)
    L = np.eye(n, dtype=complex)
    U = np.zeros((n, n), dtype=complex)
    for k in range(n):
        low = G[k:] @ B[:, k] / (t[k:] - s[k])
        p = k + np.argmax(np.abs(low))
        if p != k:
            low[[0, p - k]] = low[[p - k, 0]]
            swap(t, k, p)
            swap(G, k, p)
            swap(order, k, p)
            swap(x, k, p)
            L[[k, p], :k] = L[[p, k], :k]
        U[k, k:] = G[k] @ B[:, k:] / (t[k] - s[k:])
        L[k + 1:, k] = low[1:] / low[0]
        G[k + 1:] -= L[k + 1:, k, None] * G[k]
        B[:, k + 1:] -= B[:, k, None] * (U[k, k + 1:] / U[k, k])
    for k in range(n):
        x[k + 1:] -= x[k] * L[k + 1:, k]
    for k in range(n - 1, -1, -1):
        x[k] /= U[k, k]
        x[:k] -= x[k] * U[:k, k]
    return x, order
