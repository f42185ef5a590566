import numpy as np


def initialize(n):
    rng = np.random.default_rng(19)
    t = np.arange(n)
    wave = 9000.0 * np.sin(0.03 * t) + 5000.0 * np.sin(0.31 * t * (1.0 + 1e-4 * t)) + 600.0 * rng.standard_normal(n)
    steps = np.minimum(32767, np.floor(7.0 * 1.1 ** np.arange(89) + 0.5)).astype(np.int32)
    moves = np.array([-1, -1, -1, -1, 2, 4, 6, 8], dtype=np.int32)
    return np.clip(wave, -32768, 32767).astype(np.int16), steps, moves
