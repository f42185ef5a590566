import numpy as np


def sweep(q, e):
    """One turn of quotients and differences, in place."""
    d = q[0].copy()
    for k in range(e.shape[0]):
        q[k] = d + e[k]
        ratio = q[k + 1] / q[k]
        e[k] *= ratio
        d *= ratio
    q[-1] = d


def dqdsval(q, e, most, tol=1e-14):
    """Singular values of bidiagonal matrices side by side, from the squares of their entries; no entry is ever subtracted."""
    sweeps = 0
    while sweeps < most and np.any(e > tol * q[1:]):
        sweep(q, e)
        sweeps += 1
    return np.sqrt(np.sort(q, axis=0)[::-1]), sweeps
