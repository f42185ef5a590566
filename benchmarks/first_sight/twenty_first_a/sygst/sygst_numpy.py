def sygst(A, L):
    """The lower half of A becomes that of inv(L) A inv(L).T; what is above stays."""
    n = A.shape[0]
    for k in range(n):
        A[k, k] /= L[k, k] ** 2
        half = 0.5 * A[k, k]
        A[k + 1:, k] = A[k + 1:, k] / L[k, k] - half * L[k + 1:, k]
        for i in range(k + 1, n):
            A[i, k + 1:i + 1] -= A[i, k] * L[k + 1:i + 1, k] + L[i, k] * A[k + 1:i + 1, k]
        A[k + 1:, k] -= half * L[k + 1:, k]
        for i in range(k + 1, n):
            A[i, k] = (A[i, k] - L[i, k + 1:i] @ A[k + 1:i, k]) / L[i, i]
