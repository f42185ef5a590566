import numpy as np


def initialize(columns, levels, new, tracers):
    rng = np.random.default_rng(42)
    dp = 0.5 + rng.random((columns, levels))
    dp *= 1000.0 / dp.sum(axis=1, keepdims=True)
    old = np.concatenate([np.zeros((columns, 1)), np.cumsum(dp, axis=1)], axis=1)
    at = np.sort(rng.random((columns, new - 1)), axis=1)
    target = np.concatenate([np.zeros((columns, 1)), at * old[:, -1:], old[:, -1:]], axis=1)
    q = np.sin(8.0 * rng.random((tracers, columns, 1)) + np.arange(levels) / 5.0) + 0.1 * rng.random((tracers, columns, levels))
    return old, q, target, np.zeros((tracers, columns, new))
