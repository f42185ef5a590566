import numpy as np


def initialize(people, sites, window, shift):
    """Genotypes along a chromosome: two mosaics of few ancestors for each person; some calls are missing (-1)."""
    rng = np.random.default_rng(195)
    ancestors = rng.random((30, sites)) < rng.beta(0.6, 1.2, sites)
    genotypes = np.zeros((people, sites), dtype=np.int8)
    for _ in range(2):
        switch = np.cumsum(rng.random((people, sites)) < 0.03, axis=1)
        who = rng.integers(0, 30, (people, sites + 1))
        genotypes += ancestors[np.take_along_axis(who, switch, axis=1), np.arange(sites)]
    genotypes[rng.random(genotypes.shape) < 0.01] = -1
    return genotypes, window, shift, 0.3
