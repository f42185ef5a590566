import numpy as np


def initialize(strikes):
    rng = np.random.default_rng(42)
    return 100.0, np.linspace(80.0, 125.0, strikes), 0.15 + 0.2 * rng.random(strikes)
