import numpy as np


def elements(nodes, triangles, conductivity):
    """Stiffness and load of each triangle."""
    corner = nodes[triangles]
    edge = np.roll(corner, -2, axis=1) - np.roll(corner, -1, axis=1)
    twice = edge[:, 0, 0] * edge[:, 1, 1] - edge[:, 0, 1] * edge[:, 1, 0]
    area = 0.5 * np.abs(twice)
    stiff = np.einsum("tik,tjk->tij", edge, edge) * (conductivity / (4.0 * area))[:, None, None]
    middle = corner.mean(axis=1)
    load = area / 3.0 * np.sin(np.pi * middle[:, 0]) * middle[:, 1]
    return stiff, load


def compressed(rows, columns, values, n):
    """Rows of a sparse matrix from pieces in any order; pieces of one place are summed."""
    key = rows * n + columns
    order = np.argsort(key, kind="stable")
    key, values = key[order], values[order]
    first = np.flatnonzero(np.concatenate((np.array([True]), key[1:] != key[:-1])))
    data = np.add.reduceat(values, first)
    place = key[first]
    start = np.searchsorted(place, np.arange(n + 1) * n)
    return start, place % n, data


def femcoo(nodes, triangles, border, conductivity, limit):
    """Temperatures with zero on the border, entries of the matrix, and norms of residuals."""
    n = nodes.shape[0]
    stiff, load = elements(nodes, triangles, conductivity)
    rows = np.repeat(triangles, 3, axis=1).ravel()
    columns = np.tile(triangles, (1, 3)).ravel()
    start, column, data = compressed(rows, columns, stiff.ravel(), n)
    row = np.repeat(np.arange(n), np.diff(start))
    data[border[row] | border[column]] = 0.0
    data[(row == column) & border[row]] = 1.0
    b = np.bincount(triangles.ravel(), weights=np.repeat(load, 3), minlength=n)
    b[border] = 0.0
    diagonal = data[row == column]

    u = np.zeros(n)
    r = b.copy()
    z = r / diagonal
    d = z.copy()
    rz = r @ z
    norms = np.zeros(limit)
    for k in range(limit):
        q = np.add.reduceat(data * d[column], start[:-1])
        alpha = rz / (d @ q)
        u += alpha * d
        r -= alpha * q
        z = r / diagonal
        new = r @ z
        d = z + new / rz * d
        rz = new
        norms[k] = np.sqrt(r @ r)
        if norms[k] < 1e-9 * norms[0]:
            break
    return u, data.size, norms
