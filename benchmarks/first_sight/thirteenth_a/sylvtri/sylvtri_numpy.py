def sylvester(A, B, C):
    """A X + X B = C, with A and B upper triangular; C becomes X."""
    m, n = C.shape
    for k in range(n):
        C[:, k] -= C[:, :k] @ B[:k, k]
        for i in range(m - 1, -1, -1):
            C[i, k] -= A[i, i + 1:] @ C[i + 1:, k]
            C[i, k] /= A[i, i] + B[k, k]
