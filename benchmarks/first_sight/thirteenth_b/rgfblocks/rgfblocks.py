import numpy as np


def initialize(blocks, m, energies):
    rng = np.random.default_rng(42)
    H = rng.standard_normal((blocks, m, m)) + 1j * rng.standard_normal((blocks, m, m))
    T = rng.standard_normal((blocks - 1, m, m)) + 1j * rng.standard_normal((blocks - 1, m, m))
    return 0.5 * (H + H.conj().transpose(0, 2, 1)), 0.3 * T, np.linspace(-2.0, 2.0, energies), 0.1
