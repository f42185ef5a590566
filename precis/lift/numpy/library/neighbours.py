"""scipy.spatial: distances and nearest neighbours, by their definitions: all pairs are compared, no tree is built."""

import numpy as np


def _between(x, y, metric, p):
    """Of points whose coordinates are the last dimension."""
    if metric == "cosine":
        return 1.0 - np.sum(x * y, axis=-1) / np.sqrt(np.sum(x * x, axis=-1) * np.sum(y * y, axis=-1))
    if metric == "correlation":
        x, y = x - np.mean(x, axis=-1, keepdims=True), y - np.mean(y, axis=-1, keepdims=True)
        return 1.0 - np.sum(x * y, axis=-1) / np.sqrt(np.sum(x * x, axis=-1) * np.sum(y * y, axis=-1))
    apart = np.abs(x - y)
    if metric == "cityblock":
        return np.sum(apart, axis=-1)
    if metric == "chebyshev" or (metric == "minkowski" and p == np.inf):
        return np.max(np.where(np.isnan(apart), 0.0, apart) if metric == "chebyshev" else apart, axis=-1)
    if metric == "canberra":
        whole = np.abs(x) + np.abs(y)
        return np.sum(np.where(whole == 0.0, 0.0, apart / np.where(whole == 0.0, 1.0, whole)), axis=-1)
    if metric == "braycurtis":
        return np.sum(apart, axis=-1) / np.sum(np.abs(x + y), axis=-1)
    if metric == "hamming":
        return np.mean(np.where(x != y, 1.0, 0.0), axis=-1)
    if metric == "minkowski":
        return np.sum(apart**p, axis=-1) ** (1.0 / p)
    assert metric in ("euclidean", "sqeuclidean")
    squares = np.sum(apart * apart, axis=-1)
    return squares if metric == "sqeuclidean" else np.sqrt(squares)


def _wide(x):
    """In binary64."""
    x = np.asarray(x)
    assert x.dtype.kind != "c"
    return x.astype(float)


def cdist(XA, XB, metric="euclidean", *, out=None, p=2.0):
    assert out is None
    return _between(_wide(XA)[:, None, :], _wide(XB)[None, :, :], metric, p)


def pdist(X, metric="euclidean", *, out=None, p=2.0):
    """Of every pair i < j, row by row."""
    assert out is None
    x = _wide(X)
    i, j = np.triu_indices(x.shape[0], 1)
    return _between(x[i], x[j], metric, p)


def squareform(X, force="no", checks=True):
    """The full symmetric matrix of distances of pairs; of a matrix, these."""
    assert force == "no"
    x = np.asarray(X)
    if x.ndim == 2:
        assert x.shape[0] == x.shape[1]
        i, j = np.triu_indices(x.shape[0], 1)
        return x[i, j]
    n = int(np.ceil(np.sqrt(2 * x.shape[0])))
    i, j = np.triu_indices(n, 1)
    full = np.zeros((n, n), dtype=x.dtype)
    full[i, j] = x
    full[j, i] = x
    return full


def euclidean(u, v, w=None):
    assert w is None
    apart = _wide(np.asarray(u) - np.asarray(v))
    return _between(apart, np.zeros_like(apart), "euclidean", 2.0)


def sqeuclidean(u, v, w=None):
    assert w is None
    return _between(np.asarray(u) * 1.0, np.asarray(v) * 1.0, "sqeuclidean", 2.0)


def cosine(u, v, w=None):
    assert w is None
    return _between(np.asarray(u) * 1.0, np.asarray(v) * 1.0, "cosine", 2.0)


def cityblock(u, v, w=None):
    assert w is None
    return np.sum(np.abs(np.asarray(u) - np.asarray(v)))


def chebyshev(u, v, w=None):
    """The greatest by Python's max, to which NaN is none unless it comes first."""
    assert w is None
    apart = np.abs(np.asarray(u) - np.asarray(v))
    if apart.dtype.kind != "f":
        return np.max(apart)
    return np.where(np.isnan(apart[0]), apart[0], np.max(np.where(np.isnan(apart), np.zeros_like(apart), apart)))[()]


def canberra(u, v, w=None):
    assert w is None
    """Without places where a number is not known, which cdist does not leave out."""
    u, v = _wide(u), _wide(v)
    known = ~np.isnan(np.abs(u - v) / (np.abs(u) + np.abs(v)))
    return _between(np.where(known, u, 0.0), np.where(known, v, 0.0), "canberra", 2.0)


def braycurtis(u, v, w=None):
    assert w is None
    return _between(_wide(u), _wide(v), "braycurtis", 2.0)


def hamming(u, v, w=None):
    assert w is None
    return _between(np.asarray(u) * 1.0, np.asarray(v) * 1.0, "hamming", 2.0)


def minkowski(u, v, p=2, w=None):
    assert w is None
    apart = np.asarray(u) - np.asarray(v)
    apart = _wide(apart) if p == 2 else apart * 1.0
    return _between(apart, np.zeros_like(apart), "minkowski", p * 1.0)


class Points:
    """What a k-d tree is asked: the points themselves. `boxsize` are the periods along the axes; an axis with 0 has none."""

    def __init__(self, data, leafsize=10, compact_nodes=True, copy_data=False, balanced_tree=True, boxsize=None):
        self.data = np.asarray(data) * 1.0
        self.boxsize = boxsize
        self.n = self.data.shape[0]
        self.m = self.data.shape[1]

    def _apart(self, x, p):
        """Distances from every point of x, which may be one or an array of them, to all points."""
        apart = np.abs(x[..., None, :] - self.data)
        if self.boxsize is not None:
            box = np.zeros(self.m) + self.boxsize
            period = np.where(box > 0.0, box, 1.0)
            apart = np.where(box > 0.0, np.minimum(apart % period, period - apart % period), apart)
        if p == 1:
            return np.sum(apart, axis=-1)
        if p == np.inf:
            return np.max(apart, axis=-1)
        assert p == 2
        return np.sqrt(np.sum(apart * apart, axis=-1))

    def query(self, x, k=1, eps=0.0, p=2.0, distance_upper_bound=np.inf, workers=1):
        """(distances, positions) of the k nearest points, from the nearest on; of equal distances the first point comes first."""
        assert eps == 0.0
        assert isinstance(k, int) and 1 <= k <= self.n
        apart = self._apart(np.asarray(x) * 1.0, p)
        nearest = np.argsort(apart, axis=-1, kind="stable")[..., :k]
        found = np.take_along_axis(apart, nearest, axis=-1)
        near = found < distance_upper_bound
        found, nearest = np.where(near, found, np.inf), np.where(near, nearest, self.n)
        return (found[..., 0], nearest[..., 0]) if k == 1 else (found, nearest)

    def query_ball_point(self, x, r, p=2.0, eps=0, workers=1, return_sorted=None, return_length=False):
        """How many points are no further than r; lists of them have lengths of their own."""
        assert return_length and eps == 0
        return np.sum(self._apart(np.asarray(x) * 1.0, p) <= np.asarray(r)[..., None], axis=-1)

    def query_pairs(self, r, p=2.0, eps=0, output_type="set"):
        """Every pair i < j that is no further apart than r, row by row."""
        assert output_type == "ndarray" and eps == 0
        i, j = np.triu_indices(self.n, 1)
        near = self._apart(self.data, p)[i, j] <= r
        return np.stack((i[near], j[near]), axis=1)

    def count_neighbors(self, other, r, p=2.0):
        assert np.asarray(r).ndim == 0
        return np.sum(self._apart(other.data, p) <= r)
