import numpy as np


def coherence(x, y, size):
    hop = size // 2
    count = (x.size - size) // hop + 1
    window = 0.5 - 0.5 * np.cos(2.0 * np.pi * np.arange(size) / size)
    norm = np.sum(window**2) * count
    pxx = np.zeros(size // 2 + 1)
    pyy = np.zeros(size // 2 + 1)
    pxy = np.zeros(size // 2 + 1, dtype=np.complex128)
    for s in range(count):
        a = x[s * hop:s * hop + size]
        b = y[s * hop:s * hop + size]
        fa = np.fft.rfft(window * (a - a.mean()))
        fb = np.fft.rfft(window * (b - b.mean()))
        pxx += np.abs(fa) ** 2
        pyy += np.abs(fb) ** 2
        pxy += np.conj(fa) * fb
    coherent = np.abs(pxy) ** 2 / (pxx * pyy)
    return pxx / norm, pyy / norm, coherent
