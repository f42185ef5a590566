import numpy as np


def initialize(orders, levels):
    """Orders at a price that wanders: side (1 buys, -1 sells, 0 takes back), level of price, amount."""
    rng = np.random.default_rng(3017)
    middle = levels / 2 + np.cumsum(0.2 * rng.standard_normal(orders))
    side = rng.choice(np.array([1, -1, 0]), orders, p=[0.42, 0.42, 0.16])
    off = rng.geometric(0.2, orders) - 3
    level = np.clip(np.round(middle - side * off), 1, levels - 2).astype(np.int64)
    return side, level, rng.integers(1, 100, orders), levels
