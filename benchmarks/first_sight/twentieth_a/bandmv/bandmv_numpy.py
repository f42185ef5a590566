def bandmv(alpha, beta, kl, ku, AB, x, y, z):
    """AB[ku + i - j, j] is A[i, j]; y becomes alpha A x + beta y, then z becomes A^T y."""
    n = x.size
    y *= beta
    for j in range(n):
        lo, hi = max(0, j - ku), min(n, j + kl + 1)
        y[lo:hi] += alpha * x[j] * AB[ku + lo - j:ku + hi - j, j]
    for j in range(n - 1, -1, -1):
        lo, hi = max(0, j - ku), min(n, j + kl + 1)
        z[j] = AB[ku + lo - j:ku + hi - j, j] @ y[lo:hi]
