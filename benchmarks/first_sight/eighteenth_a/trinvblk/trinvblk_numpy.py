def invert_corner(T):
    n = len(T)
    for j in range(n):
        T[j, j] = 1.0 / T[j, j]
        for i in range(j + 1, n):
            T[i, j] = -(T[i, j:i] @ T[j:i, j]) / T[i, i]


def invert(L, b):
    n = len(L)
    for k in range(0, n, b):
        e = min(k + b, n)
        invert_corner(L[k:e, k:e])
        L[k:e, :k] = -L[k:e, k:e] @ (L[k:e, :k] @ L[:k, :k])
