import numpy as np


def encode(bits):
    a = b = c = np.zeros(bits.shape[0], dtype=np.int64)
    out = np.zeros_like(bits)
    for k in range(bits.shape[1]):
        f = bits[:, k] ^ b ^ c
        out[:, k] = f ^ a ^ c
        a, b, c = f, a, b
    return out


def initialize(blocks, size):
    """Bits and two streams of parity, as they come out of a noisy channel, and the order of the second."""
    rng = np.random.default_rng(2808)
    bits = rng.integers(0, 2, (blocks, size))
    order = rng.permutation(size)
    streams = (bits, encode(bits), encode(bits[:, order]))
    noisy = [2.0 / 0.81 * (2.0 * s - 1.0 + 0.9 * rng.standard_normal(s.shape)) for s in streams]
    return *noisy, order
