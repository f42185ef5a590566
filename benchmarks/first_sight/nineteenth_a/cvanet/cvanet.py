import numpy as np


def initialize(paths, dates, swaps):
    rng = np.random.default_rng(120)
    party = np.arange(swaps) % 3
    notional = rng.uniform(1.0, 10.0, swaps) * rng.choice(np.array([-1.0, 1.0]), swaps)
    agreements = np.array([[0.2, 0.02, 0.01], [0.0, 0.05, 0.02], [9e9, 0.0, 0.03]])
    return rng.standard_normal((dates, paths)), rng.uniform(0.01, 0.05, swaps), notional, rng.uniform(2.0, 10.0, swaps), party, agreements
