import numpy as np


def initialize(n, chunk):
    rng = np.random.default_rng(257)
    n -= n % chunk
    length = np.minimum(1 + rng.geometric(0.15, n), min(40, n - 1))
    order = np.argsort(-length, kind="stable")
    width = length[order][::chunk]
    start = np.concatenate(([0], np.cumsum(width * chunk)))
    column, value = np.zeros(start[-1], dtype=np.int32), np.zeros(start[-1])
    for c in range(n // chunk):
        for r in range(chunk):
            row = order[c * chunk + r]
            there = slice(start[c] + r, start[c] + r + length[row] * chunk, chunk)
            column[there] = rng.integers(0, n, length[row])
            value[there] = rng.random(length[row]) + 0.1
            column[start[c] + r], value[start[c] + r] = row, 8.0 + 0.2 * row / n
    return start, column, value, order, 1e-10
