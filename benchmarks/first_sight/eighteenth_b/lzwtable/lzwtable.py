import numpy as np


def initialize(n, letters, limit):
    """A text whose letters mostly follow as they did some places before."""
    rng = np.random.default_rng(183)
    text = rng.integers(0, letters, n)
    back = rng.integers(1, 40, n)
    again = rng.random(n) < 0.8
    for i in range(40, n):
        if again[i]:
            text[i] = text[i - back[i // 20]]
    return text, letters, limit
