

def ldlt(A, d):
    """The strict lower triangle of A becomes L, d the pivots."""
    n = A.shape[0]
    for j in range(n):
        w = A[j, :j] * d[:j]
        d[j] = A[j, j] - A[j, :j] @ w
        A[j + 1:, j] = (A[j + 1:, j] - A[j + 1:, :j] @ w) / d[j]
