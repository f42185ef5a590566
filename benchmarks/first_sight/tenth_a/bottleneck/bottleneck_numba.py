import numba as nb


@nb.njit
def bottleneck(W, via):
    n = len(W)
    for k in range(n):
        for i in range(n):
            a = W[i, k]
            for j in range(n):
                through = min(a, W[k, j])
                if through > W[i, j]:
                    W[i, j] = through
                    via[i, j] = k
