import numpy as np


def cholup(L, X):
    """L becomes the factor of L L^T + X^T X; X is used up."""
    for x in X:
        for k in range(len(x)):
            r = np.sqrt(L[k, k] ** 2 + x[k] ** 2)
            c, s = r / L[k, k], x[k] / L[k, k]
            L[k, k] = r
            L[k + 1:, k] = (L[k + 1:, k] + s * x[k + 1:]) / c
            x[k + 1:] = c * x[k + 1:] - s * L[k + 1:, k]
