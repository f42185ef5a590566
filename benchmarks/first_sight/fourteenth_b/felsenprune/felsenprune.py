import numpy as np


def initialize(tips, sites):
    """Places of the leaves come first, inner places after their children, the root last."""
    rng = np.random.default_rng(42)
    letters = rng.integers(0, 4, sites) + (rng.random((tips, sites)) < 0.3) * rng.integers(0, 4, (tips, sites))
    free = list(range(tips))
    left, right = [], []
    for k in range(tips - 1):
        a, b = (free.pop(int(rng.integers(len(free)))) for _ in range(2))
        left.append(a)
        right.append(b)
        free.append(tips + k)
    pi = np.array([0.3, 0.2, 0.22, 0.28])
    Q = np.array([[0, 1.0, 3.0, 1.2], [1.0, 0, 0.8, 3.5], [3.0, 0.8, 0, 1.0], [1.2, 3.5, 1.0, 0]]) * pi
    Q -= np.diag(Q.sum(axis=1))
    Q /= -np.sum(pi * np.diag(Q))
    return (letters % 4, np.array(left), np.array(right), rng.exponential(0.12, 2 * tips - 1), Q, pi,
            np.array([0.14, 0.48, 1.0, 2.38]))
