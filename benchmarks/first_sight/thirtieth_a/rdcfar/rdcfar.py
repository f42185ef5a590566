import numpy as np


def initialize(pulses, samples):
    """Echoes of a chirp from things at several ranges and speeds, in noise, single precision complex, and the chirp."""
    rng = np.random.default_rng(3024)
    length = samples // 8
    k = np.arange(length)
    chirp = np.exp(1j * np.pi * (k - 0.5 * length) ** 2 / length)
    echoes = (rng.standard_normal((pulses, samples)) + 1j * rng.standard_normal((pulses, samples))) * 0.7
    for late, speed, size in ((0.11, 0.2, 0.5), (0.3, -0.31, 0.35), (0.52, 0.05, 0.8), (0.53, 0.4, 0.3), (0.8, -0.1, 0.6)):
        at = int(late * samples)
        echoes[:, at:at + length] += size * np.exp(2j * np.pi * speed * np.arange(pulses))[:, None] * chirp
    return echoes.astype(np.complex64), chirp.astype(np.complex64)
