def syrkrow(A, C, alpha=1.5, beta=1.2):
    """C = alpha A A^T + beta C in the lower triangle."""
    n, m = A.shape
    for i in range(n):
        C[i, :i + 1] *= beta
        for k in range(m):
            C[i, :i + 1] += alpha * A[i, k] * A[:i + 1, k]
