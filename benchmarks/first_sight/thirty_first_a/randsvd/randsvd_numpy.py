import numpy as np


def randsvd(A, omega, k, powers=2):
    """k singular values and vectors of A by a randomised range finder, and what of A they miss."""
    Q, _ = np.linalg.qr(A @ omega)
    for _ in range(powers):
        Z, _ = np.linalg.qr(A.T @ Q)
        Q, _ = np.linalg.qr(A @ Z)
    B = Q.T @ A
    u, s, vt = np.linalg.svd(B, full_matrices=False)
    u = Q @ u
    sign = np.sign(u[np.argmax(np.abs(u), axis=0), np.arange(u.shape[1])])
    u, vt = u * sign, vt * sign[:, None]
    missed = np.linalg.norm(A - (u[:, :k] * s[:k]) @ vt[:k], "fro") / np.linalg.norm(A)
    return u[:, :k], s[:k], vt[:k, :], missed
