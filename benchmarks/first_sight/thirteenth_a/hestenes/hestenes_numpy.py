import numpy as np


def turn(M, p, q, c, s):
    kept = M[:, p].copy()
    M[:, p] = c * kept - s * M[:, q]
    M[:, q] = s * kept + c * M[:, q]


def onesided(U, sweeps, tiny=1e-14):
    n = U.shape[1]
    V = np.eye(n)
    for sweep in range(sweeps):
        for p in range(n - 1):
            for q in range(p + 1, n):
                alpha = U[:, p] @ U[:, p]
                beta = U[:, q] @ U[:, q]
                gamma = U[:, p] @ U[:, q]
                if abs(gamma) > tiny * np.sqrt(alpha * beta):
                    zeta = (beta - alpha) / (2.0 * gamma)
                    t = np.sign(zeta) / (np.abs(zeta) + np.sqrt(1.0 + zeta**2))
                    c = 1.0 / np.sqrt(1.0 + t**2)
                    turn(U, p, q, c, c * t)
                    turn(V, p, q, c, c * t)
    sigma = np.sqrt(np.sum(U * U, axis=0))
    U /= sigma
    return sigma, V
