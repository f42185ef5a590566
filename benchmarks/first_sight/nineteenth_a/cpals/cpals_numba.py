import numba as nb
import numpy as np


@nb.njit
def scaled(M):
    n, r = M.shape
    length = np.zeros(r)
    for i in range(n):
        for q in range(r):
            length[q] += M[i, q] ** 2
    for q in range(r):
        length[q] = np.sqrt(length[q])
    for i in range(n):
        for q in range(r):
            M[i, q] /= length[q]
    return length


@nb.njit
def rows(P, F):
    """P (n, m, r) weighted with F (m, r) and summed over m."""
    n, m, r = P.shape
    out = np.zeros((n, r))
    for i in range(n):
        for j in range(m):
            for q in range(r):
                out[i, q] += P[i, j, q] * F[j, q]
    return out


@nb.njit
def solved(gram, right):
    return np.ascontiguousarray(np.linalg.solve(gram, np.ascontiguousarray(right.T)).T)


@nb.njit(error_model="numpy")
def decompose(T, B, C, sweeps, tol):
    """The product over the last axis serves the first two factors; the third has one over the first."""
    n, m, l = T.shape
    flat = T.reshape(n * m, l)
    across = np.ascontiguousarray(T.reshape(n, m * l).T)
    total = np.dot(T.ravel(), T.ravel())
    old, fit, sweep = 0.0, 0.0, 0
    A = np.empty((n, B.shape[1]))
    rank = B.shape[1]
    for sweep in range(sweeps):
        P = (flat @ C).reshape(n, m, rank)
        CC = C.T @ C
        A = solved((B.T @ B) * CC, rows(P, B))
        scaled(A)
        AA = A.T @ A
        right = np.zeros((m, rank))
        for i in range(n):
            for j in range(m):
                for q in range(rank):
                    right[j, q] += P[i, j, q] * A[i, q]
        B = solved(AA * CC, right)
        scaled(B)
        Q = (across @ A).reshape(m, l, rank)
        right = np.zeros((l, rank))
        for j in range(m):
            for k in range(l):
                for q in range(rank):
                    right[k, q] += Q[j, k, q] * B[j, q]
        gram = AA * (B.T @ B)
        C = solved(gram, right)
        fit = 1.0 - np.sqrt(max(total - 2.0 * np.sum(C * right) + np.sum(gram * (C.T @ C)), 0.0) / total)
        if abs(fit - old) < tol:
            break
        old = fit
    C = C.copy()
    weight = scaled(C)
    return A, B, C, weight, fit, sweep
