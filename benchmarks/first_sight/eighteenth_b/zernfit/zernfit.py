import numpy as np


def initialize(side, order, frames):
    """Wavefronts over a round pupil with a hole, some smooth shapes with noise."""
    rng = np.random.default_rng(191)
    axis = np.linspace(-1.0, 1.0, side)
    x, y = np.meshgrid(axis, axis)
    bend = rng.standard_normal((frames, 6))
    shapes = np.stack([x, y, x * y, x**2 - y**2, x**3 - 3.0 * x * y**2, np.cos(3.0 * (x**2 + y**2))])
    return x, y, np.einsum("fk,kij->fij", bend, shapes) + 0.05 * rng.standard_normal((frames, side, side)), order, 0.2
