import numpy as np


def normalise(M):
    M /= M.sum(axis=0)


def mcl(A, inflation=1.7, cut=1e-5, most=60):
    M = A + np.eye(A.shape[0])
    normalise(M)
    for t in range(most):
        old = M
        M = M @ M
        np.power(M, inflation, out=M)
        M[M < cut] = 0.0
        normalise(M)
        if np.sum(np.abs(M - old)) < 1e-8 * len(M):
            break
    return np.argmax(M, axis=0), M
