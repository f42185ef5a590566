import numpy as np


def initialize(side, steps):
    """Atoms on a face-centred lattice, a little displaced; all pairs that may come nearer than the cutoff."""
    rng = np.random.default_rng(42)
    cells = np.stack(np.meshgrid(*(np.arange(side),) * 3, indexing="ij"), axis=-1).reshape(-1, 1, 3)
    basis = np.array([[0.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.5, 0.0, 0.5], [0.0, 0.5, 0.5]])
    x = (cells + basis).reshape(-1, 3) + 0.02 * rng.standard_normal((4 * side**3, 3))
    v = 0.1 * rng.standard_normal(x.shape)
    v -= v.mean(axis=0)
    i, j = np.triu_indices(x.shape[0], 1)
    d = x[i] - x[j]
    d -= side * np.round(d / side)
    near = (d * d).sum(axis=1) < 1.35**2
    return x, v, i[near], j[near], float(side), steps
