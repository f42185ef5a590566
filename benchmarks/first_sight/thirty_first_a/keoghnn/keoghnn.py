import numpy as np


def initialize(queries, series, n):
    """Series of a few shapes, shifted and noisy, brought to mean nought and spread one, and a width for the warping."""
    rng = np.random.default_rng(3109)
    t = np.linspace(0.0, 1.0, n)

    def draw(count):
        kind = rng.integers(1, 6, count)[:, None]
        x = np.sin(2.0 * np.pi * kind * (t + 0.08 * rng.random((count, 1))) ** 1.1) + 0.5 * np.cos(9.0 * t * kind)
        x = x + 0.15 * rng.standard_normal((count, n))
        return (x - x.mean(axis=1, keepdims=True)) / x.std(axis=1, keepdims=True)

    return draw(queries), draw(series), max(n // 16, 2)
