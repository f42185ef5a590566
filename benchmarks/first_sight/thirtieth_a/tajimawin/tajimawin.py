import numpy as np


def initialize(people, sites):
    """Two letters a person, derived ones mostly rare, along a genome where one stretch was swept."""
    rng = np.random.default_rng(3002)
    place = np.sort(rng.choice(40 * sites, sites, replace=False))
    share = rng.beta(0.3, 1.2, sites)
    share[sites // 2:sites // 2 + sites // 10] *= 0.1
    return (rng.random((2 * people, sites)) < share).astype(np.int8), place, 2000, 500
