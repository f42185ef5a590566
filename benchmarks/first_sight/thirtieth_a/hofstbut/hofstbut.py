import numpy as np


def initialize(n, fluxes):
    """How much of a flux quantum goes through each square, from none to half, and energies to look at."""
    return n, np.linspace(0.0, 0.5, fluxes), np.linspace(-4.2, 4.2, 120)
