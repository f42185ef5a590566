import numpy as np


def factor(first, start, a):
    """L D L^T in place; row i holds columns first[i] to i from a[start[i]] on."""
    for i in range(first.size):
        row = a[start[i]:start[i + 1]]
        for j in range(first[i] + 1, i):
            low = max(first[i], first[j])
            left = row[low - first[i]:j - first[i]]
            above = a[start[j] + low - first[j]:start[j + 1] - 1]
            row[j - first[i]] -= left @ above
        for j in range(first[i], i):
            scaled = row[j - first[i]] / a[start[j + 1] - 1]
            row[-1] -= scaled * row[j - first[i]]
            row[j - first[i]] = scaled


def substitute(first, start, a, b):
    n = first.size
    for i in range(1, n):
        b[i] -= a[start[i]:start[i + 1] - 1] @ b[first[i]:i]
    b /= a[start[1:] - 1][:, None]
    for i in range(n - 1, 0, -1):
        b[first[i]:i] -= np.outer(a[start[i]:start[i + 1] - 1], b[i])


def skyldl(first, values, rhs):
    """Factors and solutions in place; how many pivots are negative, and the logarithm of the determinant's size."""
    n = first.size
    start = np.zeros(n + 1, dtype=np.int64)
    start[1:] = np.cumsum(np.arange(n) - first + 1)
    factor(first, start, values)
    pivots = values[start[1:] - 1]
    substitute(first, start, values, rhs)
    return np.count_nonzero(pivots < 0.0), np.log(np.abs(pivots)).sum()
