import numpy as np


def shares(text, order, rank):
    """How many letters each suffix shares with the one before it in order, after Kasai and others."""
    n = text.size
    shared = np.zeros(n, dtype=np.int64)
    same = 0
    for i in range(n):
        if rank[i] == 0:
            same = 0
            continue
        j = order[rank[i] - 1]
        while max(i, j) + same < n and text[i + same] == text[j + same]:
            same += 1
        shared[rank[i]] = same
        same = max(same - 1, 0)
    return shared


def suffixdbl(text):
    """Suffixes in order, what neighbours share, and how many pieces of the text differ."""
    n = text.size
    rank = text.astype(np.int64)
    step = 1
    while True:
        next_ = np.zeros(n, dtype=np.int64)
        next_[:-step] = rank[step:] + 1
        key = rank * (n + 5) + next_
        order = np.argsort(key, kind="stable")
        new = np.concatenate(([0], np.cumsum(np.diff(key[order]) != 0)))
        rank = np.empty_like(new)
        rank[order] = new
        if new[-1] == n - 1:
            break
        step *= 2
    shared = shares(text, order, rank)
    return order, shared, n * (n + 1) // 2 - shared.sum()
