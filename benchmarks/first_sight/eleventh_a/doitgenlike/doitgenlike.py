import numpy as np


def initialize(R, Q, P):
    rng = np.random.default_rng(42)
    return rng.random((R, Q, P)), rng.random((P, P)) / P
