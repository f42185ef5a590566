"""Graphs."""

import numpy as np


def closure(reach):
    """Warshall's transitive closure, in place, and the number of pairs. reach (n, n) bool."""
    for k in range(reach.shape[0]):
        reach |= reach[:, k, None] & reach[k]
    return np.sum(reach)


def inputs_closure(seed, size=None):
    n = size or 14
    return (np.random.default_rng(seed).random((n, n)) < 1.5 / n,)


def widest_paths(capacity):
    """Widest path between all pairs, scalar loops, in place. capacity (n, n)."""
    n = capacity.shape[0]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                through = min(capacity[i, k], capacity[k, j])
                if through > capacity[i, j]:
                    capacity[i, j] = through


def inputs_widest_paths(seed, size=None):
    n = size or 9
    return (np.random.default_rng(seed).uniform(0.0, 10.0, (n, n)),)


def page_rank(start, target, degree, damping, tolerance):
    """Page rank on a list of edges, until it settles. start, target (edges,) int64, degree (n,)."""
    n = degree.shape[0]
    rank = np.full(n, 1.0 / n)
    change = 1.0
    while change > tolerance:
        new = np.zeros(n)
        np.add.at(new, target, rank[start] / degree[start])
        new = damping * new + (1.0 - damping) / n
        change = np.sum(np.abs(new - rank))
        rank = new
    return rank


def inputs_page_rank(seed, size=None):
    n = size or 20
    rng = np.random.default_rng(seed)
    start = np.concatenate([np.arange(n), rng.integers(0, n, 4 * n)])
    return start, rng.integers(0, n, 5 * n), np.bincount(start, minlength=n).astype(float), 0.85, 1e-10


def bellman_ford(start, target, weight, n):
    """Distances from vertex 0, edge by edge, until nothing changes. start, target (edges,), weight (edges,)."""
    distance = np.full(n, 1e30)
    distance[0] = 0.0
    changed = True
    rounds = 0
    while changed and rounds < n:
        changed = False
        for e in range(start.shape[0]):
            d = distance[start[e]] + weight[e]
            if d < distance[target[e]]:
                distance[target[e]] = d
                changed = True
        rounds += 1
    return distance, rounds


def inputs_bellman_ford(seed, size=None):
    n = size or 12
    rng = np.random.default_rng(seed)
    start = np.concatenate([np.arange(n - 1), rng.integers(0, n, 4 * n)])
    target = np.concatenate([np.arange(1, n), rng.integers(0, n, 4 * n)])
    return start, target, rng.uniform(0.1, 2.0, start.shape[0]), n


def breadth_first(adjacent, source):
    """Level of every vertex from a source; -1 where it is not reached. adjacent (n, n) bool."""
    n = adjacent.shape[0]
    level = np.full(n, -1)
    frontier = np.zeros(n, dtype=bool)
    frontier[source] = True
    depth = 0
    while np.any(frontier):
        level[frontier] = depth
        frontier = np.any(adjacent & frontier[:, None], axis=0) & (level < 0)
        depth += 1
    return level


def inputs_breadth_first(seed, size=None):
    n = size or 16
    adjacent = np.random.default_rng(seed).random((n, n)) < 1.2 / n
    adjacent[np.arange(0, n - 1, 2), np.arange(1, n, 2)] = True
    return adjacent | adjacent.T, 0


def spanning_tree(weight):
    """Prim's minimum spanning tree on a dense graph: total weight and parents. weight (n, n), symmetric."""
    n = weight.shape[0]
    best = weight[0].copy()
    parent = np.zeros(n, dtype=np.int64)
    done = np.zeros(n, dtype=bool)
    done[0] = True
    total = 0.0
    for k in range(n - 1):
        v = np.argmin(np.where(done, np.inf, best))
        total += best[v]
        done[v] = True
        closer = (weight[v] < best) & ~done
        best[closer] = weight[v][closer]
        parent[closer] = v
    return total, parent


def inputs_spanning_tree(seed, size=None):
    n = size or 14
    w = np.random.default_rng(seed).uniform(1.0, 9.0, (n, n))
    return (w + w.T,)


def label_spreading(affinity, labels, alpha, steps):
    """Semi-supervised labels with the normalised affinity (Zhou et al. 2004). affinity (n, n), labels (n, classes)."""
    degree = affinity.sum(axis=1)
    s = affinity / np.sqrt(np.outer(degree, degree))
    f = labels.copy()
    for k in range(steps):
        f = alpha * (s @ f) + (1.0 - alpha) * labels
    return np.argmax(f, axis=1), f


def inputs_label_spreading(seed, size=None):
    n = size or 18
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, 2))
    labels = np.zeros((n, 4))
    labels[np.arange(4), np.arange(4)] = 1.0
    return np.exp(-((x[:, None] - x[None]) ** 2).sum(-1)), labels, 0.9, 12
