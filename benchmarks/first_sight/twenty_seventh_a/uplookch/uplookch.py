import numpy as np


def initialize(n):
    """The lower triangle, by rows, of a grid's matrix with some links across; the diagonal comes last in its row."""
    rng = np.random.default_rng(421)
    size = n * n
    across = rng.integers(0, size, (n, 2))
    link = {(max(a, b), min(a, b)) for a, b in across.tolist() if a != b}
    link |= {(i, i - 1) for i in range(size) if i % n} | {(i, i - n) for i in range(n, size)}
    rows = [[] for _ in range(size)]
    for i, j in sorted(link):
        rows[i].append(j)
    degree = np.zeros(size)
    for i, j in link:
        degree[i] += 1.0
        degree[j] += 1.0
    ptr = np.concatenate(([0], np.cumsum([len(r) + 1 for r in rows])))
    col = np.array([j for i, r in enumerate(rows) for j in (*r, i)])
    data = -np.ones(col.size)
    data[ptr[1:] - 1] = degree + 0.1
    return ptr, col, data, rng.standard_normal(size)
