import numba as nb
import numpy as np


@nb.njit
def clustering(indptr, indices):
    n = indptr.shape[0] - 1
    triangles = np.zeros(n, dtype=np.int64)
    after = np.empty(n, np.int64)
    for u in range(n):
        k = indptr[u]
        while k < indptr[u + 1] and indices[k] <= u:
            k += 1
        after[u] = k
    for u in range(n):
        end = indptr[u + 1]
        for e in range(after[u], end):
            v = indices[e]
            i, j, last = e + 1, after[v], indptr[v + 1]
            found = 0
            while i < end and j < last:
                a, b = indices[i], indices[j]
                if a == b:
                    triangles[a] += 1
                    found += 1
                i += a <= b
                j += b <= a
            triangles[u] += found
            triangles[v] += found
    clustered = np.zeros(n)
    total = 0
    for u in range(n):
        d = indptr[u + 1] - indptr[u]
        total += triangles[u]
        if d > 1:
            clustered[u] = 2.0 * triangles[u] / (d * (d - 1))
    return triangles, clustered, total // 3
