import numpy as np


def factor(A):
    """Lower and upper factor in the place of A, no rows exchanged."""
    for k in range(A.shape[0] - 1):
        A[k + 1:, k] /= A[k, k]
        A[k + 1:, k + 1:] -= np.outer(A[k + 1:, k], A[k, k + 1:])


def solve(LU, b, transposed=False):
    x = b.copy()
    n = x.size
    if transposed:
        for i in range(n):
            x[i] = (x[i] - LU[:i, i] @ x[:i]) / LU[i, i]
        for i in range(n - 2, -1, -1):
            x[i] -= LU[i + 1:, i] @ x[i + 1:]
    else:
        for i in range(1, n):
            x[i] -= LU[i, :i] @ x[:i]
        for i in range(n - 1, -1, -1):
            x[i] = (x[i] - LU[i, i + 1:] @ x[i + 1:]) / LU[i, i]
    return x


def hagercond(A, most=5):
    """Estimate of the condition in the 1-norm, the norm itself, and turns; never more than the truth."""
    n = A.shape[0]
    norm = np.abs(A).sum(axis=0).max()
    factor(A)
    x = np.full(n, 1.0 / n)
    estimate = 0.0
    turns = 0
    while turns < most:
        y = solve(A, x)
        turns += 1
        size = np.abs(y).sum()
        if size <= estimate:
            break
        estimate = size
        z = solve(A, np.where(y >= 0.0, 1.0, -1.0), transposed=True)
        j = np.argmax(np.abs(z))
        if abs(z[j]) <= z @ x:
            break
        x = np.zeros(n)
        x[j] = 1.0
    ramp = (1.0 + np.arange(n) / (n - 1.0)) * (1.0 - 2.0 * (np.arange(n) % 2))
    other = 2.0 * np.abs(solve(A, ramp)).sum() / (3.0 * n)
    return norm * max(estimate, other), norm, turns
