def mvtcol(A, x1, x2, T):
    """x1 gains A x2 as a combination of columns, x2 then gains A^T x1 as one of rows."""
    n = A.shape[0]
    for t in range(T):
        for j in range(n):
            x1 += A[:, j] * x2[j]
        for i in range(n):
            x2 += A[i, :] * x1[i]
