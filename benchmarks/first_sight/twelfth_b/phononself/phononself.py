import numpy as np


def initialize(nk, ne, nq, nw, na, nb, orb):
    rng = np.random.default_rng(42)

    def draw(*shape):
        return rng.random(shape) + 1j * rng.random(shape)
    return rng.integers(0, na, (na, nb)), draw(na, nb, 2, orb, orb), draw(nk, ne, na, orb, orb), draw(nq, nw, na, nb, 2, 2)
