import numpy as np


def initialize(n, d, hidden, classes, steps):
    rng = np.random.default_rng(42)
    labels = rng.integers(0, classes, n)
    x = (rng.standard_normal((n, d)) + 2.0 * rng.standard_normal((classes, d))[labels]).astype(np.float32)
    return (x, labels, (rng.standard_normal((d, hidden)) / np.sqrt(d)).astype(np.float32), np.zeros(hidden, np.float32),
            (rng.standard_normal((hidden, classes)) / np.sqrt(hidden)).astype(np.float32), np.zeros(classes, np.float32), steps)
