import numpy as np


def initialize(people, items):
    """Answers, one where right, of people whose ability is normal."""
    rng = np.random.default_rng(2817)
    ability = rng.standard_normal((people, 1))
    slope, easy = rng.uniform(0.6, 2.0, items), rng.uniform(-1.5, 1.5, items)
    return ((rng.random((people, items)) < 1.0 / (1.0 + np.exp(-slope * ability - easy))).astype(float),)
