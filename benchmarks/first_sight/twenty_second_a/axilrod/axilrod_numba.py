import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def axilrod(x, strength=0.1, reach=4.0):
    n = x.shape[0]
    far = reach * reach
    energy = 0.0
    force = np.zeros((n, 3))
    for i in range(n - 2):
        for j in range(i + 1, n - 1):
            a0, a1, a2 = x[j, 0] - x[i, 0], x[j, 1] - x[i, 1], x[j, 2] - x[i, 2]
            p = a0 * a0 + a1 * a1 + a2 * a2
            if p > far:
                continue
            for k in range(j + 1, n):
                b0, b1, b2 = x[k, 0] - x[i, 0], x[k, 1] - x[i, 1], x[k, 2] - x[i, 2]
                q = b0 * b0 + b1 * b1 + b2 * b2
                if q >= far:
                    continue
                c0, c1, c2 = x[k, 0] - x[j, 0], x[k, 1] - x[j, 1], x[k, 2] - x[j, 2]
                r = c0 * c0 + c1 * c1 + c2 * c2
                if r >= far:
                    continue
                pqr = p * q * r
                weight = strength / (pqr * np.sqrt(pqr))
                a, b, c = q + r - p, p + r - q, p + q - r
                angles = 0.375 * a * b * c / pqr
                energy += weight * (1.0 + angles)
                common = 1.5 + 2.5 * angles
                dp = 2.0 * weight * (0.375 * (a * c + a * b - b * c) / pqr - common / p)
                dq = 2.0 * weight * (0.375 * (b * c + a * b - a * c) / pqr - common / q)
                dr = 2.0 * weight * (0.375 * (b * c + a * c - a * b) / pqr - common / r)
                force[i, 0] += dp * a0 + dq * b0
                force[i, 1] += dp * a1 + dq * b1
                force[i, 2] += dp * a2 + dq * b2
                force[j, 0] += dr * c0 - dp * a0
                force[j, 1] += dr * c1 - dp * a1
                force[j, 2] += dr * c2 - dp * a2
                force[k, 0] -= dq * b0 + dr * c0
                force[k, 1] -= dq * b1 + dr * c1
                force[k, 2] -= dq * b2 + dr * c2
    return energy, force
