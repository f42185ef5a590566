import numpy as np


def initialize(nk, ne, nw, modes, norb):
    rng = np.random.default_rng(42)

    def draw(*shape):
        return ((rng.standard_normal(shape) + 1j * rng.standard_normal(shape)) / norb).astype(np.complex64)
    green = draw(nk, ne, norb, norb)
    return green, draw(modes, norb, norb), rng.random((nw, modes), dtype=np.float32), np.zeros_like(green)
