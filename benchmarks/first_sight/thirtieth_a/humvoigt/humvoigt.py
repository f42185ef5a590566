import numpy as np


def initialize(points, lines):
    """Wave numbers of a band, and lines in it with strengths of many sizes, Doppler and pressure widths."""
    rng = np.random.default_rng(3009)
    grid = np.linspace(2100.0, 2110.0, points)
    centre = np.sort(rng.uniform(2099.0, 2111.0, lines))
    return grid, centre, 10.0 ** rng.uniform(-4.0, 0.0, lines), rng.uniform(0.003, 0.006, lines), 10.0 ** rng.uniform(-4.0, -1.0, lines)
