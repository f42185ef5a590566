import numba as nb
import numpy as np


@nb.njit
def bearings(X, sources, angles):
    n, count = X.shape
    R = X @ np.ascontiguousarray(X.conj().T) / count
    F = np.empty_like(R)
    for i in range(n):
        for j in range(n):
            F[i, j] = 0.5 * (R[i, j] + np.conj(R[n - 1 - i, n - 1 - j]))
    w, V = np.linalg.eigh(F)
    N = np.ascontiguousarray(V[:, :n - sources].conj().T)
    A = np.empty((n, angles.shape[0]), dtype=np.complex128)
    for k in range(angles.shape[0]):
        s = np.pi * np.sin(angles[k])
        for i in range(n):
            A[i, k] = complex(np.cos(i * s), np.sin(i * s))
    left = N @ A
    out = np.zeros(angles.shape[0])
    for i in range(n - sources):
        for k in range(angles.shape[0]):
            out[k] += left[i, k].real**2 + left[i, k].imag**2
    for k in range(angles.shape[0]):
        out[k] = 10.0 * np.log10(n / out[k])
    return out
