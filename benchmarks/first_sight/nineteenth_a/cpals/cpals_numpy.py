import numpy as np


def normalised(M):
    length = np.sqrt(np.sum(M**2, axis=0))
    return M / length, length


def decompose(T, B, C, sweeps, tol):
    """T = sum over r of weight[r] a[:, r] b[:, r] c[:, r], one factor after the other by least squares."""
    total = np.sum(T**2)
    old = 0.0
    fit = 0.0
    for sweep in range(sweeps):
        A = np.linalg.solve((B.T @ B) * (C.T @ C), np.einsum("ijk,jr,kr->ri", T, B, C)).T
        A, _ = normalised(A)
        B = np.linalg.solve((A.T @ A) * (C.T @ C), np.einsum("ijk,ir,kr->rj", T, A, C)).T
        B, _ = normalised(B)
        gram = (A.T @ A) * (B.T @ B)
        right = np.einsum("ijk,ir,jr->kr", T, A, B)
        C = np.linalg.solve(gram, right.T).T
        inside = np.sum(C * right)
        model = np.sum(gram * (C.T @ C))
        fit = 1.0 - np.sqrt(max(total - 2.0 * inside + model, 0.0) / total)
        if abs(fit - old) < tol:
            break
        old = fit
    C, weight = normalised(C)
    return A, B, C, weight, fit, sweep
