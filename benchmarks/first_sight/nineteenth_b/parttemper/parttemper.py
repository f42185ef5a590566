import numpy as np


def initialize(steps, chains, d):
    rng = np.random.default_rng(80)
    beta = 0.7 ** np.arange(chains)
    state, normal = rng.standard_normal((chains, d)), rng.standard_normal((steps, chains, d))
    return state, beta, normal, rng.random((steps, chains)), rng.random((steps, chains))
