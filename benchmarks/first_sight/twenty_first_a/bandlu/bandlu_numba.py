import numba as nb


@nb.njit(error_model="numpy")
def bandlu(ab, b, kl, ku):
    n, m = b.shape
    for k in range(n - 1):
        over = ab[k, kl]
        for i in range(k + 1, min(k + kl + 1, n)):
            at = kl + k - i
            f = ab[i, at] / over
            ab[i, at] = f
            for j in range(1, ku + 1):
                ab[i, at + j] -= f * ab[k, kl + j]
    for i in range(1, n):
        for j in range(max(0, i - kl), i):
            f = ab[i, kl + j - i]
            for c in range(m):
                b[i, c] -= f * b[j, c]
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, min(n, i + ku + 1)):
            f = ab[i, kl + j - i]
            for c in range(m):
                b[i, c] -= f * b[j, c]
        for c in range(m):
            b[i, c] /= ab[i, kl]
