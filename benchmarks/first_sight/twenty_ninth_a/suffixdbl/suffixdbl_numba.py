import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def sorted_by(keys, given, count, out):
    """One stable pass by keys of small size."""
    count[:] = 0
    for i in range(keys.size):
        count[keys[i] + 1] += 1
    for c in range(1, count.size):
        count[c] += count[c - 1]
    for at in given:
        out[count[keys[at]]] = at
        count[keys[at]] += 1


@nb.njit(error_model="numpy")
def suffixdbl(text):
    n = text.size
    rank, new = text.astype(np.int64), np.empty(n, np.int64)
    order, second = np.empty(n, np.int64), np.arange(n)
    count = np.empty(max(n, text.max() + 1) + 1, np.int64)
    sorted_by(rank, second, count, order)
    step = 0
    while True:
        new[order[0]] = 0
        for i in range(1, n):
            a, b = order[i - 1], order[i]
            differ = rank[a] != rank[b]
            if not differ and step > 0:
                differ = (rank[a + step] if a + step < n else -1) != (rank[b + step] if b + step < n else -1)
            new[b] = new[a] + differ
        rank, new = new, rank
        if rank[order[n - 1]] == n - 1:
            break
        step = max(1, 2 * step)
        size = 0
        for i in range(n - step, n):
            second[size] = i
            size += 1
        for at in order:
            if at >= step:
                second[size] = at - step
                size += 1
        sorted_by(rank, second, count, order)
    shared = np.zeros(n, np.int64)
    same, total = 0, 0
    for i in range(n):
        if rank[i] == 0:
            same = 0
            continue
        j = order[rank[i] - 1]
        while max(i, j) + same < n and text[i + same] == text[j + same]:
            same += 1
        shared[rank[i]] = same
        total += same
        same = max(same - 1, 0)
    return order, shared, n * (n + 1) // 2 - total
