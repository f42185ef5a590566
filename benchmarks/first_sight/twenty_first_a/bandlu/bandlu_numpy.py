def factor(ab, kl, ku):
    """Element (i, j) of the matrix lies at ab[i, kl + j - i]; the factors take its place."""
    n = ab.shape[0]
    for k in range(n - 1):
        for i in range(k + 1, min(k + kl + 1, n)):
            at = kl + k - i
            ab[i, at] /= ab[k, kl]
            ab[i, at + 1:at + 1 + ku] -= ab[i, at] * ab[k, kl + 1:]


def bandlu(ab, b, kl, ku):
    n = ab.shape[0]
    factor(ab, kl, ku)
    for i in range(1, n):
        low = max(0, i - kl)
        b[i] -= ab[i, kl + low - i:kl] @ b[low:i]
    for i in range(n - 1, -1, -1):
        high = min(n, i + ku + 1)
        b[i] = (b[i] - ab[i, kl + 1:kl + high - i] @ b[i + 1:high]) / ab[i, kl]
