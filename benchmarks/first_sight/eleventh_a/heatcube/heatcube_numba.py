import numba as nb


@nb.njit
def half_step(A, B, kappa):
    n = A.shape[0]
    for i in range(1, n - 1):
        q = kappa[i]
        for j in range(1, n - 1):
            for k in range(1, n - 1):
                c = A[i, j, k]
                B[i, j, k] = (q * (A[i + 1, j, k] - 2.0 * c + A[i - 1, j, k]) + q * (A[i, j + 1, k] - 2.0 * c + A[i, j - 1, k])
                              + 0.125 * (A[i, j, k + 1] - 2.0 * c + A[i, j, k - 1]) + c)


@nb.njit
def heatcube(A, B, kappa, T):
    for t in range(T):
        half_step(A, B, kappa)
        half_step(B, A, kappa)
