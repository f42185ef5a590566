import numpy as np


def along_first(b, r):
    """Solve x_i - r (x_{i-1} - 2 x_i + x_{i+1}) = b_i along the first axis, zero outside."""
    n = b.shape[0]
    c = np.empty(n)
    x = np.empty_like(b)
    c[0] = r / (1.0 + 2.0 * r)
    x[0] = b[0] / (1.0 + 2.0 * r)
    for i in range(1, n):
        pivot = 1.0 + 2.0 * r - r * c[i - 1]
        c[i] = r / pivot
        x[i] = (b[i] + r * x[i - 1]) / pivot
    for i in range(n - 2, -1, -1):
        x[i] += c[i] * x[i + 1]
    return x


def adicube(u, T, r=0.4):
    peak = np.zeros(T)
    for t in range(T):
        v = along_first(u, r)
        v = along_first(v.transpose(1, 0, 2), r).transpose(1, 0, 2)
        v = along_first(v.transpose(2, 0, 1), r).transpose(1, 2, 0)
        u[:] = v
        peak[t] = np.max(u)
    return peak
