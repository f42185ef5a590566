import numpy as np


def initialize(n, days):
    rng = np.random.default_rng(118)
    factors = rng.standard_normal((days, 3)) @ (0.5 + 0.5 * rng.standard_normal((3, n)))
    returns = 0.01 * (factors + rng.standard_normal((days, n)) * rng.uniform(0.5, 2.0, n))
    budget = rng.uniform(0.5, 1.5, n)
    return returns, budget / budget.sum()
