import numba as nb


@nb.njit
def yeeplane(ex, ey, hz, pulse, T):
    n, m = hz.shape
    for t in range(T):
        for j in range(m):
            ey[0, j] = pulse[t]
        for j in range(1, m):
            ex[0, j] -= 0.5 * (hz[0, j] - hz[0, j - 1])
        for i in range(1, n):
            for j in range(m):
                ey[i, j] -= 0.5 * (hz[i, j] - hz[i - 1, j])
            for j in range(1, m):
                ex[i, j] -= 0.5 * (hz[i, j] - hz[i, j - 1])
            for j in range(m - 1):
                hz[i - 1, j] -= 0.7 * (ex[i - 1, j + 1] - ex[i - 1, j] + ey[i, j] - ey[i - 1, j])
