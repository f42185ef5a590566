import numpy as np


def initialize(n, m):
    """Most profit from n products out of m stocks; slack columns, stocks last, minus the profits in the last row."""
    rng = np.random.default_rng(39)
    table = np.zeros((m + 1, n + m + 1))
    table[:m, :n] = rng.uniform(0.1, 1.0, (m, n))
    table[:m, n:n + m] = np.eye(m)
    table[:m, -1] = rng.uniform(5.0, 10.0, m) * n
    table[m, :n] = -rng.uniform(0.5, 1.5, n)
    return table, np.arange(n, n + m)
