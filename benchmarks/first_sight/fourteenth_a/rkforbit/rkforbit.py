import numpy as np


def initialize(count, end):
    """Place and speed in the frame that turns."""
    rng = np.random.default_rng(42)
    radius, angle = rng.uniform(0.25, 0.5, count), rng.uniform(0.0, 2.0 * np.pi, count)
    speed = 0.7 * np.sqrt(0.988 / radius) - radius
    at = np.stack((radius * np.cos(angle) - 0.012, radius * np.sin(angle)), axis=1)
    return np.concatenate((at, speed[:, None] * np.stack((-np.sin(angle), np.cos(angle)), axis=1)), axis=1), 0.012, 1e-6
