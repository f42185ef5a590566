import numpy as np


def initialize(T, n, symbols):
    rng = np.random.default_rng(42)
    A, B, first = rng.random((n, n)), rng.random((n, symbols)), rng.random(n)
    return A / A.sum(axis=1, keepdims=True), B / B.sum(axis=1, keepdims=True), first / first.sum(), rng.integers(0, symbols, T)
