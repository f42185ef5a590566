import numpy as np


def initialize(side):
    rng = np.random.default_rng(63)
    n = side * side
    i, j = np.divmod(np.arange(n), side)
    rows, columns, values = [], [], []
    diagonal = np.full(n, 1e-3)
    for di, dj in ((0, 1), (1, 0)):
        ok = (i + di < side) & (j + dj < side)
        a, b = np.nonzero(ok)[0], np.nonzero(ok)[0] + di * side + dj
        w = (1.0 if dj else 0.3) * np.exp(0.8 * rng.standard_normal(len(a)))
        rows += [a, b]
        columns += [b, a]
        values += [-w, -w]
        np.add.at(diagonal, a, w)
        np.add.at(diagonal, b, w)
    rows, columns = np.concatenate(rows + [np.arange(n)]), np.concatenate(columns + [np.arange(n)])
    values = np.concatenate(values + [diagonal])
    order = np.lexsort((columns, rows))
    start = np.searchsorted(rows[order], np.arange(n + 1))
    return start, columns[order], values[order], 0.2
