import numpy as np


def initialize(side, cin, cout, k):
    rng = np.random.default_rng(13)
    x = rng.standard_normal((cin, side, side))
    offset = rng.uniform(-1.7, 1.7, (k * k, 2, side, side))
    return x, offset, rng.random((k * k, side, side)), rng.standard_normal((cout, cin, k * k)) / np.sqrt(cin * k * k)
