import numba as nb


@nb.njit(error_model="numpy")
def solve(x, f):
    """All polynomials at once, over the transposed values."""
    n, m = x.size, f.shape[0]
    g = f.T.copy()
    for k in range(n - 1):
        for i in range(n - 1, k, -1):
            under = x[i] - x[i - k - 1]
            here, below = g[i], g[i - 1]
            for r in range(m):
                here[r] = (here[r] - below[r]) / under
    for k in range(n - 2, -1, -1):
        xk = x[k]
        for i in range(k, n - 1):
            here, above = g[i], g[i + 1]
            for r in range(m):
                here[r] -= xk * above[r]
    for r in range(m):
        for i in range(n):
            f[r, i] = g[i, r]
