import numba as nb


@nb.njit
def seidelnine(A, T):
    n = A.shape[0]
    for t in range(T):
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                A[i, j] += A[i - 1, j - 1] + A[i - 1, j] + A[i - 1, j + 1] + A[i, j + 1] + A[i + 1, j - 1] + A[i + 1, j] + A[i + 1, j + 1]
            last = A[i, 0]
            for j in range(1, n - 1):
                last = (A[i, j] + last) * (1.0 / 9.0)
                A[i, j] = last
