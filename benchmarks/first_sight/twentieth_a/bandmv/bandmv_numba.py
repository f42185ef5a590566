import numba as nb


@nb.njit
def bandmv(alpha, beta, kl, ku, AB, x, y, z):
    """By diagonals, which lie along memory."""
    n = x.size
    for i in range(n):
        y[i] *= beta
        z[i] = 0.0
    for d in range(kl + ku, -1, -1):
        for j in range(max(0, ku - d), min(n, n + ku - d)):
            y[j + d - ku] += alpha * x[j] * AB[d, j]
    for d in range(kl + ku + 1):
        for j in range(max(0, ku - d), min(n, n + ku - d)):
            z[j] += AB[d, j] * y[j + d - ku]
