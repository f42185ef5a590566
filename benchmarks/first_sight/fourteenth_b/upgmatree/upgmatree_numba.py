import numba as nb
import numpy as np


@nb.njit
def joined(D):
    """Rows that are left lie in a list; each knows its nearest behind it."""
    n = D.shape[0]
    D = D.copy()
    sizes, names = np.ones(n), np.arange(n)
    merges = np.zeros((n - 1, 4))
    least, near = np.full(n, np.inf), np.zeros(n, np.int64)
    left = np.arange(n)
    count = n
    up = np.full(2 * n - 1, -1)
    for a in range(n):
        for b in range(a + 1, n):
            if D[a, b] < least[a]:
                least[a], near[a] = D[a, b], b
    for step in range(n - 1):
        i = left[0]
        for p in range(1, count):
            if least[left[p]] < least[i]:
                i = left[p]
        j = near[i]
        si, sj = sizes[i], sizes[j]
        merges[step, 0], merges[step, 1] = min(names[i], names[j]), max(names[i], names[j])
        merges[step, 2], merges[step, 3] = 0.5 * D[i, j], si + sj
        up[names[i]] = n + step
        up[names[j]] = n + step
        gone = 0
        while left[gone] != j:
            gone += 1
        for p in range(gone, count - 1):
            left[p] = left[p + 1]
        count -= 1
        for p in range(count):
            k = left[p]
            if k != i:
                d = (si * D[i, k] + sj * D[j, k]) / (si + sj)
                D[i, k] = d
                D[k, i] = d
        sizes[i] += sj
        names[i] = n + step
        for p in range(count):
            k = left[p]
            if k == i or (k < i and (near[k] == i or near[k] == j)) or near[k] == j:
                least[k] = np.inf
                for q in range(p + 1, count):
                    if D[k, left[q]] < least[k]:
                        least[k], near[k] = D[k, left[q]], left[q]
            elif k < i and D[k, i] < least[k]:
                least[k], near[k] = D[k, i], i
    depth = np.zeros(n, np.int64)
    for k in range(n):
        at = up[k]
        while at >= 0:
            depth[k] += 1
            at = up[at]
    return merges, depth
