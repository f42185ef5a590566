import numpy as np


def propagate(u, guide, kick):
    power = np.empty(guide.shape[0], dtype=np.float32)
    for t in range(guide.shape[0]):
        u[:] = np.fft.ifft(np.fft.fft(u) * kick)
        light = u.real**2 + u.imag**2
        u *= np.exp(np.complex64(0.01j) * (guide[t] + light / (1 + light)))
        power[t] = np.sum(light)
    return power
