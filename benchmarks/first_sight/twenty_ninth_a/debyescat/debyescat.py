import numpy as np


def initialize(atoms, angles):
    """A chain that walks about in Angstrom, how strongly each atom scatters, and where it is looked at."""
    rng = np.random.default_rng(2921)
    steps = rng.standard_normal((atoms, 3))
    places = np.cumsum(1.5 * steps / np.linalg.norm(steps, axis=1, keepdims=True), axis=0)
    return places, rng.choice([1.0, 6.0, 7.0, 8.0], atoms), np.linspace(0.02, 8.0, angles)
