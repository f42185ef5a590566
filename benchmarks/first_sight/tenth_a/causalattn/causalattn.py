import numpy as np


def initialize(T, H, D):
    rng = np.random.default_rng(42)
    E = H * D
    return (rng.standard_normal((T, E)).astype(np.float32),
            *(rng.standard_normal((E, E)).astype(np.float32) / np.float32(np.sqrt(E)) for _ in range(4)))
