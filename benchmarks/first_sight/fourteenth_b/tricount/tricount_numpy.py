import numpy as np


def clustering(indptr, indices):
    n = indptr.shape[0] - 1
    triangles = np.zeros(n, dtype=np.int64)
    for u in range(n):
        for e in range(indptr[u], indptr[u + 1]):
            v = indices[e]
            if v <= u:
                continue
            i = e + 1
            j = indptr[v]
            while i < indptr[u + 1] and j < indptr[v + 1]:
                a = indices[i]
                b = indices[j]
                if a == b:
                    triangles[u] += 1
                    triangles[v] += 1
                    triangles[a] += 1
                    i += 1
                    j += 1
                elif a < b:
                    i += 1
                else:
                    j += 1
    clustered = np.zeros(n)
    for u in range(n):
        d = indptr[u + 1] - indptr[u]
        if d > 1:
            clustered[u] = 2.0 * triangles[u] / (d * (d - 1))
    return triangles, clustered, triangles.sum() // 3
