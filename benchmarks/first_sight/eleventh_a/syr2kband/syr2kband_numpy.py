def syr2kband(A, B, C, alpha=0.7):
    """The factors are stored by rows; only the lower triangle of C is kept up to date."""
    for a, b in zip(A, B):
        for i in range(C.shape[0]):
            C[i, :i + 1] += (alpha * a[i]) * b[:i + 1] + (alpha * b[i]) * a[:i + 1]
