import numpy as np


def initialize(items, periods):
    """What is asked of each good by period, what an order costs, and what it costs to keep a piece for a period."""
    rng = np.random.default_rng(3110)
    demand = np.where(rng.random((items, periods)) < 0.8, rng.gamma(2.0, 20.0, (items, periods)), 0.0)
    return demand, rng.uniform(60.0, 400.0, items), rng.uniform(0.3, 2.0, items)
