import numba as nb
import numpy as np


@nb.njit
def likelihoods(returns, omega, alpha, gamma, beta):
    total = np.zeros(omega.shape[0])
    last = np.zeros(omega.shape[0])
    start = np.var(returns)
    for m in range(omega.shape[0]):
        variance = start
        s = 0.0
        for r in returns:
            s -= 0.5 * (np.log(2.0 * np.pi * variance) + r * r / variance)
            lever = gamma[m] if r < 0.0 else 0.0
            variance = omega[m] + (alpha[m] + lever) * r * r + beta[m] * variance
        total[m] = s
        last[m] = np.sqrt(252.0 * variance)
    return total, last
