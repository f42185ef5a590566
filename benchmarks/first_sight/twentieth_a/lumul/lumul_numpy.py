def lumul(A):
    """A holds L below its diagonal, whose own is of ones, and U; it becomes L U."""
    n = A.shape[0]
    for i in range(n - 1, -1, -1):
        for j in range(n - 1, -1, -1):
            if i <= j:
                A[i, j] += A[i, :i] @ A[:i, j]
            else:
                A[i, j] = A[i, :j + 1] @ A[:j + 1, j]
