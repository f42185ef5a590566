"""Windows of signals, by NumPy's definitions."""

import numpy as np


def hanning(M):
    if M == 1:
        return np.ones(1)
    n = np.arange(1 - M, M, 2)
    return 0.5 + 0.5 * np.cos(np.pi * n / (M - 1))


def hamming(M):
    if M == 1:
        return np.ones(1)
    n = np.arange(1 - M, M, 2)
    return 0.54 + 0.46 * np.cos(np.pi * n / (M - 1))


def blackman(M):
    if M == 1:
        return np.ones(1)
    n = np.arange(1 - M, M, 2)
    return 0.42 + 0.5 * np.cos(np.pi * n / (M - 1)) + 0.08 * np.cos(2.0 * np.pi * n / (M - 1))


def bartlett(M):
    if M == 1:
        return np.ones(1)
    n = np.arange(1 - M, M, 2)
    return np.where(n <= 0, 1 + n / (M - 1), 1 - n / (M - 1))


def kaiser(M, beta):
    """Kaiser and Schafer (1980)."""
    if M == 1:
        return np.ones(1)
    middle = (M - 1) / 2.0
    return np.i0(beta * np.sqrt(1 - ((np.arange(0, M) - middle) / middle) ** 2.0)) / np.i0(beta)
