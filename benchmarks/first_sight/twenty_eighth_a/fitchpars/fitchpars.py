import numpy as np


def initialize(trees, taxa, sites):
    """Genes that drift from one kind to the next, sites by how often they come, trees with children before parents."""
    rng = np.random.default_rng(2816)
    letters = np.zeros((taxa, sites), dtype=np.int64)
    letters[0] = rng.integers(0, 4, sites)
    for i in range(1, taxa):
        letters[i] = np.where(rng.random(sites) < 0.12, rng.integers(0, 4, sites), letters[rng.integers(0, i)])
    genes = (1 << letters).astype(np.uint8)
    genes[rng.random(genes.shape) < 0.02] = 15
    left, right = np.zeros((trees, taxa - 1), dtype=np.int64), np.zeros((trees, taxa - 1), dtype=np.int64)
    for t in range(trees):
        free = list(range(taxa))
        for k in range(taxa - 1):
            i = int(rng.integers(0, len(free)))
            left[t, k] = free.pop(i)
            j = min(i, len(free) - 1) if rng.random() < 0.7 else int(rng.integers(0, len(free)))
            right[t, k] = free.pop(j)
            free.insert(min(i, len(free)), taxa + k)
    return genes, rng.integers(1, 6, sites), left, right
