"""Sparse matrices."""

import numpy as np


def csr_product(start, column, value, x):
    """y = A x, rows compressed, scalar loops. start (n + 1,), column and value (entries,), x (n,)."""
    n = start.shape[0] - 1
    y = np.zeros(n)
    for i in range(n):
        s = 0.0
        for k in range(start[i], start[i + 1]):
            s += value[k] * x[column[k]]
        y[i] = s
    return y


def inputs_csr_product(seed, size=None):
    n = size or 20
    rng = np.random.default_rng(seed)
    start = np.concatenate([[0], np.cumsum(rng.integers(1, 12, n))])
    return start, rng.integers(0, n, start[-1]), rng.normal(size=start[-1]), rng.normal(size=n)


def csr_slices(start, column, value, x, steps):
    """Normalised powers of a matrix with compressed rows, one dot product per row."""
    n = start.shape[0] - 1
    for s in range(steps):
        y = np.zeros(n)
        for i in range(n):
            a, b = start[i], start[i + 1]
            y[i] = value[a:b] @ x[column[a:b]]
        x = y / np.max(np.abs(y))
    return x


def inputs_csr_slices(seed, size=None):
    return (*inputs_csr_product(seed, size), 3)


def padded_gradients(column, value, b, steps):
    """Conjugate gradients with rows padded to one length (ELLPACK). column, value (n, width), b (n,)."""
    x = np.zeros_like(b)
    r = b.copy()
    p = r.copy()
    rr = r @ r
    for s in range(steps):
        q = (value * p[column]).sum(axis=1)
        alpha = rr / (p @ q)
        x += alpha * p
        r -= alpha * q
        new = r @ r
        p = r + new / rr * p
        rr = new
    return x, rr


def inputs_padded_gradients(seed, size=None):
    n = size or 40
    i = np.arange(n)
    column = np.stack([i, (i + 1) % n, (i - 1) % n, (i + 7) % n, (i - 7) % n], axis=1)
    value = np.tile(np.array([4.5, -1.0, -1.0, -1.0, -1.0]), (n, 1))
    return column, value, np.random.default_rng(seed).normal(size=n), 12


def thomas(lower, diagonal, upper, b):
    """Tridiagonal solve, one unknown after the other, in place. All (n,)."""
    n = b.shape[0]
    for i in range(1, n):
        w = lower[i] / diagonal[i - 1]
        diagonal[i] -= w * upper[i - 1]
        b[i] -= w * b[i - 1]
    b[n - 1] /= diagonal[n - 1]
    for i in range(n - 2, -1, -1):
        b[i] = (b[i] - upper[i] * b[i + 1]) / diagonal[i]


def inputs_thomas(seed, size=None):
    n = size or 40
    rng = np.random.default_rng(seed)
    return -rng.random(n), 3.0 + rng.random(n), -rng.random(n), rng.normal(size=n)


def assembly(vertices, triangles, load):
    """Linear finite elements: the action of the stiffness matrix on `load`, element by element. vertices (n, 2), triangles (m, 3)."""
    a, b, c = vertices[triangles[:, 0]], vertices[triangles[:, 1]], vertices[triangles[:, 2]]
    e1, e2, e3 = c - b, a - c, b - a
    area = 0.5 * (e3[:, 0] * -e2[:, 1] + e3[:, 1] * e2[:, 0])
    edges = np.stack([e1, e2, e3], axis=1)
    local = np.einsum("mid,mjd->mij", edges, edges) / (4.0 * area)[:, None, None]
    contribution = (local * load[triangles][:, None, :]).sum(axis=2)
    result = np.zeros(vertices.shape[0])
    np.add.at(result, triangles, contribution)
    return result, area.sum()


def inputs_assembly(seed, size=None):
    n = size or 6
    rng = np.random.default_rng(seed)
    x, y = np.meshgrid(np.arange(n), np.arange(n), indexing="ij")
    vertices = np.stack([x.ravel(), y.ravel()], axis=1) + rng.uniform(-0.2, 0.2, (n * n, 2))
    k = (np.arange(n - 1)[:, None] * n + np.arange(n - 1)[None, :]).ravel()
    triangles = np.concatenate([np.stack([k, k + n, k + 1], axis=1), np.stack([k + n, k + n + 1, k + 1], axis=1)])
    return vertices, triangles, rng.normal(size=n * n)


def gauss_seidel_rows(start, column, value, b, sweeps):
    """Gauss-Seidel with compressed rows; the diagonal is the first entry of each row. Returns x."""
    n = b.shape[0]
    x = np.zeros(n)
    for s in range(sweeps):
        for i in range(n):
            r = b[i]
            for k in range(start[i] + 1, start[i + 1]):
                r -= value[k] * x[column[k]]
            x[i] = r / value[start[i]]
    return x


def inputs_gauss_seidel_rows(seed, size=None):
    n = size or 20
    rng = np.random.default_rng(seed)
    column = np.concatenate([np.arange(n)[:, None], rng.integers(0, n, (n, 4))], axis=1)
    value = np.concatenate([np.full((n, 1), 6.0), rng.uniform(-1.0, 0.0, (n, 4))], axis=1)
    return np.arange(n + 1) * 5, column.ravel(), value.ravel(), rng.normal(size=n), 5
