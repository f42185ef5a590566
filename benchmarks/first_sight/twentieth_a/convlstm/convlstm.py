import numpy as np


def initialize(steps, c, hidden, side):
    rng = np.random.default_rng(12)
    x = rng.standard_normal((steps, side, side, c), dtype=np.float32)
    wx = rng.standard_normal((3, 3, c, 4 * hidden), dtype=np.float32) * np.float32(0.3)
    wh = rng.standard_normal((3, 3, hidden, 4 * hidden), dtype=np.float32) * np.float32(0.2)
    bias = rng.standard_normal(4 * hidden, dtype=np.float32)
    peep = rng.standard_normal((3, hidden), dtype=np.float32) * np.float32(0.2)
    return x, wx, wh, bias, peep, np.zeros((side, side, hidden), np.float32), np.zeros((side, side, hidden), np.float32)
