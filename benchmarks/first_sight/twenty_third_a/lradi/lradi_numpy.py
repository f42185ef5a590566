import numpy as np


def shifted(A, p):
    """A + p I."""
    M = A.copy()
    np.fill_diagonal(M, np.diagonal(A) + p)
    return M


def lradi(A, B, C, shifts, steps, rtol):
    """A X + X A^T = -B B^T with X = Z Z^T after Li and White, real shifts in turns; norms of what is left, and C X C^T."""
    n, m = B.shape
    W = B.copy()
    Z = np.zeros((n, m * steps))
    norms = np.zeros(steps)
    first = np.linalg.norm(B.T @ B)
    used = 0
    for k in range(steps):
        p = shifts[k % shifts.size]
        V = np.linalg.solve(shifted(A, p), W)
        W -= 2.0 * p * V
        Z[:, k * m:(k + 1) * m] = np.sqrt(-2.0 * p) * V
        norms[k] = np.linalg.norm(W.T @ W) / first
        used = k + 1
        if norms[k] < rtol:
            break
    seen = C @ Z
    return Z, norms, seen @ seen.T, used
