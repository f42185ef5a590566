import numpy as np


def initialize(n, groups, each):
    rng = np.random.default_rng(42)
    group = rng.integers(0, groups, n)
    a = np.repeat(np.arange(n), each)
    b = rng.integers(0, n, a.size)
    inside = rng.random(a.size) < 0.7
    by_group = [np.flatnonzero(group == g) for g in range(groups)]
    b[inside] = [rng.choice(by_group[group[i]]) for i in a[inside]]
    a, b = a[a != b], b[a != b]
    pairs, where = np.unique(np.minimum(a, b) * n + np.maximum(a, b), return_inverse=True)
    weight = np.bincount(where) * (0.5 + rng.random(pairs.size))
    low, high = pairs // n, pairs % n
    rows = np.concatenate([low, high])
    order = np.argsort(rows, kind="stable")
    indptr = np.concatenate(([0], np.cumsum(np.bincount(rows, minlength=n))))
    return indptr, np.concatenate([high, low])[order], np.concatenate([weight, weight])[order]
