import numpy as np


def initialize(n, m, samples):
    rng = np.random.default_rng(26)
    W = rng.standard_normal((n, m), dtype=np.float32) / np.float32(np.sqrt(m))
    X = rng.standard_normal((m, samples), dtype=np.float32)
    aim = rng.standard_normal((n, m), dtype=np.float32) / np.float32(np.sqrt(m))
    return W, np.zeros((n, m), dtype=np.float32), X, aim @ X
