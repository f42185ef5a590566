"""scipy.sparse.csgraph and assignments, by their definitions. Weights that are 0 (or, in full matrices, infinite or NaN) are no edges."""

from typing import Any

import numpy as np

from precis.lift.numpy.library.sparse import Changing, Compressed, from_dense


def _full(graph):
    return graph.toarray() if isinstance(graph, (Compressed, Changing)) else np.asarray(graph)


def _lengths(graph, directed, unweighted):
    """Of the edges; infinite where none is, 0 from a node to itself."""
    w = _full(graph) * 1.0
    there = (w != 0.0) & np.isfinite(w)
    w = np.where(there, 1.0 if unweighted else w, np.inf)
    return np.where(np.eye(w.shape[0]) > 0.0, 0.0, w if directed else np.minimum(w, w.T))


def floyd_warshall(csgraph, directed=True, return_predecessors=False, unweighted=False, overwrite=False):
    """R. Floyd (1962), S. Warshall (1962); of graphs without cycles whose length is negative."""
    assert not return_predecessors
    d = _lengths(csgraph, directed, unweighted)
    for k in range(d.shape[0]):
        d = np.minimum(d, d[:, k][:, None] + d[k, :][None, :])
    return d


def _from(d, indices):
    """The rows of the nodes to start at."""
    return d if indices is None else d[indices] if isinstance(indices, int) else d[np.asarray(indices)]


def dijkstra(csgraph, directed=True, indices: Any = None, return_predecessors=False, unweighted=False, limit=np.inf, min_only=False):
    assert not return_predecessors
    d = _from(floyd_warshall(csgraph, directed, False, unweighted), indices)
    d = np.where(d <= limit, d, np.inf)
    return np.min(d, axis=0) if min_only and d.ndim == 2 else d


def bellman_ford(csgraph, directed=True, indices: Any = None, return_predecessors=False, unweighted=False):
    return _from(floyd_warshall(csgraph, directed, return_predecessors, unweighted), indices)


def johnson(csgraph, directed=True, indices: Any = None, return_predecessors=False, unweighted=False):
    return _from(floyd_warshall(csgraph, directed, return_predecessors, unweighted), indices)


def shortest_path(csgraph, method="auto", directed=True, return_predecessors=False, unweighted=False, overwrite=False, indices: Any = None):
    assert method in ("auto", "FW", "D", "BF", "J")
    return _from(floyd_warshall(csgraph, directed, return_predecessors, unweighted), indices)


def connected_components(csgraph, directed=True, connection="weak", return_labels=True):
    """(their number, the part of every node), numbered in the order of their first nodes."""
    assert not directed or connection == "weak", "SciPy numbers strong components in the order of its search"
    there = np.isfinite(_lengths(csgraph, False, True))
    n = there.shape[0]
    least, changes = np.arange(n), True
    while changes:
        new = np.min(np.where(there, least[None, :], n), axis=1)
        changes = np.any(new != least)
        least = new
    number = np.cumsum(least == np.arange(n))
    count = int(number[-1])
    return (count, (number[least] - 1).astype(np.int32)) if return_labels else count


def laplacian(csgraph, normed=False, return_diag=False, use_out_degree=False, *, symmetrized=False, form="array", dtype: Any = None):
    """Degrees on the diagonal, less the weights."""
    assert form == "array" and dtype is None
    full = _full(csgraph)
    w = full * (1.0 if normed else 1)
    if symmetrized:
        w = w + np.conj(w.T)
    n = w.shape[0]
    own = np.eye(n) > 0.0
    w = np.where(own, np.zeros(1, dtype=w.dtype), w)
    degrees = np.sum(w, axis=1 if use_out_degree else 0)
    if normed:
        alone = degrees == 0
        diagonal = np.where(alone, 1.0, np.sqrt(np.where(alone, 1.0, degrees)))
        found = np.where(own, np.where(alone, 0.0, 1.0), -w / diagonal / diagonal[:, None])
    else:
        diagonal = degrees
        found = np.where(own, degrees, -w)
    found = found if full is csgraph or not isinstance(csgraph, (Compressed, Changing)) else from_dense(found)
    return (found, diagonal) if return_diag else found


def linear_sum_assignment(cost_matrix, maximize=False):
    """(rows, columns) of least cost, by shortest augmenting paths (D. Crouse, On implementing 2D assignment, 2016)."""
    c = np.asarray(cost_matrix) * 1.0
    c = -c if maximize else c
    rows, columns = c.shape
    if columns < rows:
        chosen = _assigned(c.T)
        order = np.argsort(chosen)
        return chosen[order], order
    return np.arange(rows), _assigned(c)


def _assigned(c):
    """The column of every row."""
    m, n = c.shape
    u, v = np.zeros(m), np.zeros(n)
    column, row, path = np.full(m, -1), np.full(n, -1), np.full(n, -1)
    for current in range(m):
        cost, seen_rows, seen = np.full(n, np.inf), np.zeros(m, dtype=bool), np.zeros(n, dtype=bool)
        left, count = np.arange(n)[::-1].copy(), n
        sink, i, least = -1, current, 0.0
        while sink == -1 and count > 0:
            seen_rows[i] = True
            at, lowest = 0, np.inf
            for k in range(n):
                if k < count:
                    j = left[k]
                    r = least + c[i, j] - u[i] - v[j]
                    if r < cost[j]:
                        path[j] = i
                        cost[j] = r
                    if cost[j] < lowest or (cost[j] == lowest and row[j] == -1):
                        lowest = cost[j]
                        at = k
            least = lowest
            j = left[at]
            if row[j] == -1:
                sink = j
            else:
                i = row[j]
            seen[j] = True
            count = count - 1
            left[at] = left[count]
        u = np.where(seen_rows, u + least - np.where(np.arange(m) == current, 0.0, np.where(seen_rows, cost[column], 0.0)), u)
        v = np.where(seen, v - least + cost, v)
        j, more = sink, True
        while more:
            i = path[j]
            row[j] = i
            after = column[i]
            column[i] = j
            j = after
            more = i != current
    return column
