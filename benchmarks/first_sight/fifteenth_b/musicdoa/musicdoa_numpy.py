import numpy as np


def bearings(X, sources, angles):
    n, count = X.shape
    R = X @ X.conj().T / count
    R = 0.5 * (R + R[::-1, ::-1].conj())
    w, V = np.linalg.eigh(R)
    noise = V[:, :n - sources]
    A = np.exp(1j * np.pi * np.arange(n)[:, None] * np.sin(angles)[None, :])
    left = noise.conj().T @ A
    return 10.0 * np.log10(n / np.sum(left.real**2 + left.imag**2, axis=0))
