import numpy as np


def initialize(m, n):
    """Points of a knot, and of the same knot shifted, both noisy and in any order."""
    rng = np.random.default_rng(3115)

    def knot(count, shift):
        t = 2.0 * np.pi * rng.random(count)
        x = np.stack([np.sin(t) + 2.0 * np.sin(2.0 * t), np.cos(t) - 2.0 * np.cos(2.0 * t), -np.sin(3.0 * t)], axis=1)
        return x + shift + 0.03 * rng.standard_normal((count, 3))

    return knot(m, 0.0), knot(n, np.array([0.15, -0.05, 0.1]))
