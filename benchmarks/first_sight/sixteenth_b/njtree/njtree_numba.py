import numba as nb
import numpy as np


@nb.njit
def neighbour_joining(distance):
    """The table keeps its rows; the last ones are moved up where one is taken out."""
    n = distance.shape[0]
    D = distance.copy()
    names = np.arange(n)
    pairs, length = np.zeros((n - 1, 2), np.int64), np.zeros((n - 1, 2))
    r = np.empty(n)
    for step in range(n - 2):
        m = n - step
        for k in range(m):
            total = 0.0
            for q in range(m):
                total += D[k, q]
            r[k] = total
        least, i, j = np.inf, 0, 1
        for k in range(m):
            row = np.inf
            rk = r[k]
            for q in range(k + 1, m):
                row = min(row, (m - 2) * D[k, q] - rk - r[q])
            row = np.rint(row * 1e9)
            if row < least:
                least, i = row, k
        for q in range(i + 1, m):
            if np.rint(((m - 2) * D[i, q] - r[i] - r[q]) * 1e9) == least:
                j = q
                break
        li = 0.5 * D[i, j] + (r[i] - r[j]) / (2.0 * (m - 2))
        pairs[step, 0], pairs[step, 1] = names[i], names[j]
        length[step, 0], length[step, 1] = li, D[i, j] - li
        dij = D[i, j]
        for q in range(m):
            r[q] = 0.5 * (D[i, q] + D[j, q] - dij)
        for q in range(m):
            D[i, q] = r[q]
            D[q, i] = r[q]
        D[i, i] = 0.0
        names[i] = n + step
        for k in range(m):
            for q in range(j, m - 1):
                D[k, q] = D[k, q + 1]
        for k in range(j, m - 1):
            names[k] = names[k + 1]
            for q in range(m - 1):
                D[k, q] = D[k + 1, q]
    pairs[n - 2, 0], pairs[n - 2, 1] = names[0], names[1]
    length[n - 2, 0] = D[0, 1]
    return pairs, length
