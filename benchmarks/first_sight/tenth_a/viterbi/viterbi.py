import numpy as np


def initialize(T, K):
    rng = np.random.default_rng(42)
    trans, emit = rng.random((K, K)) + 0.01, rng.random((K, 12)) + 0.01
    return (np.log(np.full(K, 1.0 / K)), np.log(trans / trans.sum(axis=1, keepdims=True)),
            np.log(emit / emit.sum(axis=1, keepdims=True)), rng.integers(0, 12, T))
