import numpy as np


def axilrod(x, strength=0.1, reach=4.0):
    """Energy and forces of Axilrod and Teller's triples, all three sides shorter than the reach."""
    n = x.shape[0]
    energy = 0.0
    force = np.zeros((n, 3))
    for i in range(n - 2):
        for j in range(i + 1, n - 1):
            ij = x[j] - x[i]
            p = ij @ ij
            if p > reach * reach:
                continue
            ik = x[j + 1:] - x[i]
            jk = x[j + 1:] - x[j]
            q = np.sum(ik * ik, axis=1)
            r = np.sum(jk * jk, axis=1)
            near = (q < reach * reach) & (r < reach * reach)
            pqr = p * q * r
            weight = np.where(near, strength / pqr ** 1.5, 0.0)
            a, b, c = q + r - p, p + r - q, p + q - r
            angles = 0.375 * a * b * c / pqr
            energy += np.sum(weight * (1.0 + angles))
            common = 1.5 + 2.5 * angles
            dp = weight * (0.375 * (a * c + a * b - b * c) / pqr - common / p)
            dq = weight * (0.375 * (b * c + a * b - a * c) / pqr - common / q)
            dr = weight * (0.375 * (b * c + a * c - a * b) / pqr - common / r)
            force[i] += 2.0 * (np.sum(dp) * ij + dq @ ik)
            force[j] += 2.0 * (dr @ jk - np.sum(dp) * ij)
            force[j + 1:] -= 2.0 * (dq[:, np.newaxis] * ik + dr[:, np.newaxis] * jk)
    return energy, force
