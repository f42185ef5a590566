import numba as nb
import numpy as np


@nb.njit
def equalize(signal, taps, mu):
    n = signal.shape[0]
    w = np.zeros(taps, dtype=np.complex128)
    w[taps // 2] = 1.0
    y = np.zeros(n, dtype=np.complex128)
    spread = 0.0
    for k in range(taps, n):
        x = signal[k - taps:k]
        y[k] = np.dot(w, x)
        power = y[k].real**2 + y[k].imag**2
        w -= mu * (power - 1.0) * y[k] * np.conj(x)
        spread = 0.99 * spread + 0.01 * (power - 1.0)**2
    return y, w, spread
