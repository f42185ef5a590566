import numpy as np


def initialize(people, loci, groups):
    """Genotypes as counts of one allele, groups that drifted apart by different amounts, one of 25 missing."""
    rng = np.random.default_rng(2920)
    old = rng.uniform(0.1, 0.9, loci)
    drift = np.linspace(0.02, 0.2, groups)[:, None]
    share = rng.beta(old * (1.0 - drift) / drift, (1.0 - old) * (1.0 - drift) / drift)
    group = np.sort(np.arange(people) % groups)
    genes = rng.binomial(2, share[group]).astype(np.int8)
    genes[rng.random(genes.shape) < 0.04] = -1
    return genes, group
