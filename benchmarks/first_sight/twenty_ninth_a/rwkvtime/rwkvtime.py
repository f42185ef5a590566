import numpy as np


def initialize(batch, length, width):
    """A layer's input and weights; some channels forget at once, some almost nothing."""
    rng = np.random.default_rng(2908)
    x = rng.standard_normal((batch, length, width)).astype(np.float32)
    mix = rng.random((3, width)).astype(np.float32)
    decay = np.exp(np.linspace(-5.0, 1.5, width)).astype(np.float32)
    bonus = (0.5 * rng.standard_normal(width)).astype(np.float32)
    return x, mix, decay, bonus, *(rng.standard_normal((4, width, width)) / np.sqrt(width)).astype(np.float32)
