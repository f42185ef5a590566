import numpy as np


def initialize(n, parts):
    """A series whose level and scatter jump."""
    rng = np.random.default_rng(187)
    ends = np.sort(rng.choice(np.arange(1, n), parts - 1, replace=False))
    part = np.searchsorted(ends, np.arange(n), side="right")
    level, scatter = rng.uniform(-4.0, 4.0, parts), rng.uniform(0.5, 1.5, parts)
    return level[part] + scatter[part] * rng.standard_normal(n), 3.0 * np.log(n), 5
