import numpy as np


def initialize(n, steps):
    """Reaches of a river from the springs down: each flows into one of the next; rain in showers."""
    rng = np.random.default_rng(185)
    downstream = np.minimum(np.arange(n) + rng.integers(1, max(2, n // 8), n), n - 1)
    downstream[-1] = -1
    travel = rng.uniform(0.8, 2.5, n)
    weight = rng.uniform(0.05, 0.3, n)
    shower = np.exp(-0.5 * ((np.arange(steps)[:, np.newaxis] - rng.uniform(0, steps, n)) / 6.0) ** 2)
    return downstream, travel, weight, rng.uniform(0.5, 3.0, n) * shower + 0.1, 1.0
