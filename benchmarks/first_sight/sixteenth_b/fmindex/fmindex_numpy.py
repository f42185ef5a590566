import numpy as np


def suffix_array(text):
    """By doubling: ranks of pieces twice as long from pairs of ranks."""
    n = text.size
    rank = text.copy()
    k = 1
    while True:
        second = np.zeros(n, dtype=np.int64)
        second[:n - k] = rank[k:] + 1
        key = rank * (n + 6) + second
        order = np.argsort(key, kind="stable")
        sorted_key = key[order]
        fresh = np.zeros(n, dtype=np.int64)
        fresh[1:] = np.cumsum(sorted_key[1:] != sorted_key[:-1])
        rank[order] = fresh
        if fresh[-1] == n - 1:
            return order
        k *= 2


def find(text, wanted, letters=5):
    n = text.size
    order = suffix_array(text)
    bwt = text[order - 1]
    occ = np.zeros((n + 1, letters), dtype=np.int64)
    for c in range(letters):
        occ[1:, c] = np.cumsum(bwt == c)
    first = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(occ[n])[:-1]))
    count = np.zeros(wanted.shape[0], dtype=np.int64)
    place = np.full(wanted.shape[0], -1, dtype=np.int64)
    for p in range(wanted.shape[0]):
        low, high = 0, n
        for c in wanted[p, ::-1]:
            low = first[c] + occ[low, c]
            high = first[c] + occ[high, c]
            if low >= high:
                break
        if high > low:
            count[p] = high - low
            place[p] = order[low:high].min()
    return bwt, count, place
