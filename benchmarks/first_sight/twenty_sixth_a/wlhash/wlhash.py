import numpy as np


def initialize(nodes, edges, labels):
    rng = np.random.default_rng(251)
    src = rng.integers(0, nodes, edges)
    dst = (src + np.floor(nodes * rng.random(edges) ** 3).astype(np.int64) + 1) % nodes
    return src, dst, rng.integers(0, labels, nodes).astype(np.uint64)
