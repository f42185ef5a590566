"""Dynamic programming."""

import numpy as np


def edit_distance(a, b):
    """Levenshtein's distance, cell by cell. a (n,), b (m,) uint8."""
    n, m = a.shape[0], b.shape[0]
    d = np.zeros((n + 1, m + 1), dtype=np.int64)
    d[:, 0] = np.arange(n + 1)
    d[0, :] = np.arange(m + 1)
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            change = 0 if a[i - 1] == b[j - 1] else 1
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + change)
    return d[n, m]


def inputs_edit_distance(seed, size=None):
    n = size or 12
    rng = np.random.default_rng(seed)
    return rng.integers(0, 4, n, dtype=np.uint8), rng.integers(0, 4, n + n // 4, dtype=np.uint8)


def local_alignment(a, b, score, gap):
    """Smith and Waterman's local alignment with linear gaps: best score and where it ends. a, b uint8; score (4, 4)."""
    n, m = a.shape[0], b.shape[0]
    h = np.zeros((n + 1, m + 1), dtype=np.int32)
    best, row, column = 0, 0, 0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            s = max(0, h[i - 1, j - 1] + score[a[i - 1], b[j - 1]])
            s = max(s, max(h[i - 1, j], h[i, j - 1]) - gap)
            h[i, j] = s
            if s > best:
                best, row, column = s, i, j
    return best, row, column


def inputs_local_alignment(seed, size=None):
    n = size or 12
    rng = np.random.default_rng(seed)
    score = np.where(np.eye(4) == 1, 2, -1).astype(np.int32)
    return rng.integers(0, 4, n, dtype=np.uint8), rng.integers(0, 4, n + 3, dtype=np.uint8), score, np.int32(1)


def knapsack(weight, worth, capacity):
    """0-1 knapsack, row by row. weight (items,) int64, worth (items,)."""
    best = np.zeros(capacity + 1)
    for k in range(weight.shape[0]):
        shifted = np.full(capacity + 1, -np.inf)
        reach = np.arange(capacity + 1) - weight[k]
        shifted = np.where(reach >= 0, best[np.maximum(reach, 0)] + worth[k], shifted)
        best = np.maximum(best, shifted)
    return best


def inputs_knapsack(seed, size=None):
    n = size or 10
    rng = np.random.default_rng(seed)
    return rng.integers(1, 20, n), rng.uniform(1.0, 10.0, n), 8 * n


def viterbi(observed, start, move, emit):
    """Most probable path of a hidden Markov model. observed (steps,), start (k,), move (k, k), emit (k, symbols): logarithms."""
    steps, k = observed.shape[0], start.shape[0]
    back = np.zeros((steps, k), dtype=np.int64)
    path = np.zeros(steps, dtype=np.int64)
    best = start + emit[:, observed[0]]
    for t in range(1, steps):
        via = best[:, None] + move
        back[t] = np.argmax(via, axis=0)
        best = np.max(via, axis=0) + emit[:, observed[t]]
    path[steps - 1] = np.argmax(best)
    for t in range(steps - 1, 0, -1):
        path[t - 1] = back[t, path[t]]
    return path, np.max(best)


def inputs_viterbi(seed, size=None):
    n = size or 20
    rng = np.random.default_rng(seed)
    return rng.integers(0, 6, n), *(np.log(rng.dirichlet(np.ones(m), k)) for m, k in ((12, None), (12, 12), (6, 12)))


def chain_order(size):
    """Least number of multiplications for a chain of matrix products, by increasing length of sub-chains. size (n + 1,) int64."""
    n = size.shape[0] - 1
    cost = np.zeros((n, n), dtype=np.int64)
    for length in range(1, n):
        for i in range(n - length):
            j = i + length
            least = cost[i + 1, j] + size[i] * size[i + 1] * size[j + 1]
            for k in range(i + 1, j):
                c = cost[i, k] + cost[k + 1, j] + size[i] * size[k + 1] * size[j + 1]
                if c < least:
                    least = c
            cost[i, j] = least
    return cost[0, n - 1]


def inputs_chain_order(seed, size=None):
    return (np.random.default_rng(seed).integers(5, 50, (size or 9) + 1),)


def warping(a, b, window):
    """Dynamic time warping in a band (Sakoe & Chiba 1978). a (n,), b (n,)."""
    n = a.shape[0]
    d = np.full((n + 1, n + 1), np.inf)
    d[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(max(1, i - window), min(n, i + window) + 1):
            d[i, j] = abs(a[i - 1] - b[j - 1]) + min(d[i - 1, j], d[i, j - 1], d[i - 1, j - 1])
    return d[n, n]


def inputs_warping(seed, size=None):
    n = size or 16
    rng = np.random.default_rng(seed)
    return np.cumsum(rng.normal(size=n)), np.cumsum(rng.normal(size=n)), 5
