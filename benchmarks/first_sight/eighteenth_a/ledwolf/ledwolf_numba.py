import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def rebalance(returns, window, hop):
    """Sums of fourth powers from the squares of lengths of rows, not from a product of matrices."""
    days, p = returns.shape
    count = (days - hop - window) // hop + 1
    weights, rhos = np.empty((count, p)), np.empty(count)
    earned, turnover = np.zeros(days), np.zeros(count - 1)
    X, mean, ones = np.empty((window, p)), np.empty(p), np.ones(p)
    for k in range(count):
        t = window + k * hop
        mean[:] = 0.0
        for i in range(t - window, t):
            for j in range(p):
                mean[j] += returns[i, j]
        for j in range(p):
            mean[j] /= window
        fourth = 0.0
        for i in range(window):
            square = 0.0
            for j in range(p):
                d = returns[t - window + i, j] - mean[j]
                X[i, j] = d
                square += d * d
            fourth += square * square
        S = np.dot(X.T, X)
        trace, squares = 0.0, 0.0
        for i in range(p):
            for j in range(p):
                S[i, j] /= window
                squares += S[i, j] * S[i, j]
            trace += S[i, i]
        delta = squares - trace * trace / p
        beta = (fourth / window - squares) / window
        rho = min(beta, delta) / delta
        for i in range(p):
            for j in range(p):
                S[i, j] *= 1.0 - rho
            S[i, i] += rho * trace / p
        w = np.linalg.solve(S, ones)
        weights[k] = w / np.sum(w)
        rhos[k] = rho
        for i in range(t, t + hop):
            for j in range(p):
                earned[i] += returns[i, j] * weights[k, j]
        if k:
            for j in range(p):
                turnover[k - 1] += abs(weights[k, j] - weights[k - 1, j])
    return weights, rhos, earned, turnover
