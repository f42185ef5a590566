import numpy as np


def mm3sum(A, B, C, D, alpha=0.5):
    """D becomes alpha A B C^H + D."""
    E = np.zeros_like(D)
    for k in range(A.shape[1]):
        E += A[:, k][:, np.newaxis] * B[k]
    D += alpha * (E @ C.conj().T)
    return np.mean(D.real ** 2 + D.imag ** 2)
