import numpy as np


def initialize(mics, size):
    """A noise that reaches each microphone later or earlier, and noise of their own."""
    rng = np.random.default_rng(401)
    source = rng.standard_normal(2 * size)
    late = rng.integers(0, 9, mics)
    return (np.stack([source[size // 2 - d:size // 2 - d + size] for d in late]) + 0.4 * rng.standard_normal((mics, size)),)
