import numpy as np


def initialize(waves):
    """Wavelengths in micrometres and what a ridge of a semiconductor answers to them, absorbing where they are short."""
    lengths = np.linspace(0.45, 1.1, waves)
    index = 3.6 + 0.35 / lengths ** 2 - 0.4
    return lengths, index ** 2 + 0.6j * np.exp(-6.0 * (lengths - 0.4))
