import numpy as np


def initialize(side):
    rng = np.random.default_rng(227)
    n = side * side
    offsets = np.array([-side, -1, 0, 1, side])
    col = np.arange(n) % side
    wind = 0.4 * np.sin(2.0 * np.pi * col / side)
    diags = np.empty((5, n))
    diags[0], diags[4] = -1.0 - wind, -1.0 + wind
    diags[1] = np.where(col > 0, -1.2, 0.0)
    diags[3] = np.where(col < side - 1, -0.8, 0.0)
    diags[2] = 5.0 + rng.random(n)
    diags[0, :side] = 0.0
    diags[4, -side:] = 0.0
    return diags, offsets, rng.standard_normal(n)
