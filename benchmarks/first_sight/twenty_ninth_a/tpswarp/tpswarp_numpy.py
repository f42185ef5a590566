import numpy as np


def bend(squares):
    """r^2 log r of squared distances, nought at nought."""
    out = np.zeros_like(squares)
    far = squares > 0.0
    out[far] = 0.5 * squares[far] * np.log(squares[far])
    return out


def tpswarp(source, target, side, stiff=1e-3):
    """Where the grid goes, the affine part, and the energy of the bending."""
    n = len(source)
    K = bend(np.sum((source[:, None] - source) ** 2, axis=2))
    P = np.hstack((np.ones((n, 1)), source))
    A = np.block([[K + stiff * np.eye(n), P], [P.T, np.zeros((3, 3))]])
    weights = np.linalg.solve(A, np.vstack((target, np.zeros((3, 2)))))
    w, affine = weights[:n], weights[n:]
    grid = np.stack(np.meshgrid(side, side, indexing="ij"), axis=-1)
    warped = affine[0] + grid @ affine[1:]
    for p in range(n):
        warped += bend(np.sum((grid - source[p]) ** 2, axis=-1))[..., None] * w[p]
    return warped, affine, np.trace(w.T @ K @ w)
