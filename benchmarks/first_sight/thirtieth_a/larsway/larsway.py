import numpy as np


def initialize(n, p):
    """Columns of length one that go together a little, and a response that a few of them make."""
    rng = np.random.default_rng(3010)
    X = rng.standard_normal((n, p)) + 0.5 * rng.standard_normal((n, 1))
    X -= X.mean(axis=0)
    X /= np.sqrt(np.sum(X ** 2, axis=0))
    beta = np.zeros(p)
    beta[rng.choice(p, max(3, p // 6), replace=False)] = 10.0 * rng.standard_normal(max(3, p // 6))
    y = X @ beta + 0.3 * rng.standard_normal(n)
    return X, y - y.mean()
