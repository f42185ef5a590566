import numba as nb
import numpy as np


@nb.njit
def radix(order, key, top, out, count):
    """Stable counting sort of `order` by key[order]."""
    count[:top + 1] = 0
    for i in range(order.size):
        count[key[order[i]]] += 1
    total = 0
    for c in range(top + 1):
        count[c], total = total, total + count[c]
    for i in range(order.size):
        c = key[order[i]]
        out[count[c]] = order[i]
        count[c] += 1


@nb.njit
def suffix_array(text):
    n = text.size
    rank, fresh = text.copy(), np.empty(n, np.int64)
    order, other = np.arange(n), np.empty(n, np.int64)
    count = np.empty(max(n, 256) + 1, np.int64)
    top = rank.max()
    radix(order, rank, top, other, count)
    order, other = other, order
    k = 1
    while True:
        p = 0
        for i in range(n - k, n):
            other[p] = i
            p += 1
        for i in range(n):
            if order[i] >= k:
                other[p] = order[i] - k
                p += 1
        radix(other, rank, top, order, count)
        r = 0
        fresh[order[0]] = 0
        for i in range(1, n):
            a, b = order[i - 1], order[i]
            x = rank[a + k] if a + k < n else -1
            y = rank[b + k] if b + k < n else -1
            r += rank[a] != rank[b] or x != y
            fresh[b] = r
        rank, fresh = fresh, rank
        top = r
        if r == n - 1:
            return order
        k *= 2


@nb.njit
def find(text, wanted, letters=5):
    n = text.size
    order = suffix_array(text)
    bwt = np.empty(n, np.int64)
    occ = np.zeros((n + 1, letters), np.int64)
    for i in range(n):
        c = text[order[i] - 1]
        bwt[i] = c
        for q in range(letters):
            occ[i + 1, q] = occ[i, q]
        occ[i + 1, c] += 1
    first = np.zeros(letters, np.int64)
    for c in range(1, letters):
        first[c] = first[c - 1] + occ[n, c - 1]
    count = np.zeros(wanted.shape[0], np.int64)
    place = np.full(wanted.shape[0], -1, np.int64)
    for p in range(wanted.shape[0]):
        low, high = 0, n
        for q in range(wanted.shape[1] - 1, -1, -1):
            c = wanted[p, q]
            low = first[c] + occ[low, c]
            high = first[c] + occ[high, c]
            if low >= high:
                break
        if high > low:
            count[p] = high - low
            place[p] = order[low:high].min()
    return bwt, count, place
