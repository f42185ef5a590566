import numpy as np


def initialize(cells, shells, steps):
    """Loads in amperes by step and cell, salt in the shells of both electrodes, and the step in seconds."""
    rng = np.random.default_rng(3117)
    level = rng.uniform(1.0, 14.0, cells)
    load = level * (1.0 + 0.4 * np.sign(np.sin(0.2 * np.arange(steps))[:, None] + rng.uniform(-0.3, 0.3, cells)))
    negative = np.repeat(rng.uniform(0.6, 0.85, cells)[None] * 30555.0, shells, axis=0)
    positive = np.repeat(rng.uniform(0.45, 0.55, cells)[None] * 51554.0, shells, axis=0)
    return load, negative, positive, 15.0
