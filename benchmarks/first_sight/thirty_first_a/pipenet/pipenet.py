import numpy as np


def initialize(side, hours):
    """Pipes of a grid of streets (ends, length, width, roughness), demands, their course over the day, and tanks at two corners."""
    rng = np.random.default_rng(3122)
    number = np.arange(side * side).reshape(side, side)
    across = np.stack([number[:, :-1].ravel(), number[:, 1:].ravel()], axis=1)
    down = np.stack([number[:-1].ravel(), number[1:].ravel()], axis=1)
    ends = np.concatenate([across, down])
    demand = rng.uniform(0.5e-3, 3.0e-3, side * side)
    pattern = 1.0 + 0.5 * np.sin(2.0 * np.pi * (np.arange(hours) - 7.0) / 24.0)
    tanks = np.array([[0.0, 62.0, 3000.0], [side * side - 1.0, 58.0, 2000.0]])
    demand[[0, -1]] = 0.0
    m = ends.shape[0]
    return ends, rng.uniform(80.0, 400.0, m), rng.uniform(0.15, 0.45, m), rng.uniform(90.0, 140.0, m), demand, pattern, tanks
