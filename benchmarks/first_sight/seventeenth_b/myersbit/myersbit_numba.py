import numba as nb
import numpy as np

BLOCK = 16


@nb.njit
def search(letters, wanted, lengths):
    """Patterns in blocks, whose bits stay in the first cache and are worked on side by side."""
    many = lengths.size
    least, end, scores = lengths.copy(), np.full(many, -1), lengths.copy()
    one = np.uint64(1)
    equal = np.empty((4, BLOCK), np.uint64)
    up, down, shift = np.empty(BLOCK, np.uint64), np.empty(BLOCK, np.uint64), np.zeros(BLOCK, np.uint64)
    score, best, where = np.zeros(BLOCK, np.int64), np.zeros(BLOCK, np.int64), np.empty(BLOCK, np.int64)
    for first in range(0, many, BLOCK):
        size = min(BLOCK, many - first)
        equal[:] = 0
        up[:] = 0xFFFFFFFFFFFFFFFF
        down[:] = 0
        where[:] = -1
        for b in range(size):
            n = lengths[first + b]
            shift[b], score[b], best[b] = n - 1, n, n
            for i in range(n):
                equal[wanted[first + b, i], b] |= one << np.uint64(i)
        for j in range(letters.size):
            row = equal[letters[j]]
            for b in range(BLOCK):
                eq, u = row[b], up[b]
                vertical = eq | down[b]
                horizontal = (((eq & u) + u) ^ u) | eq
                plus = down[b] | ~(horizontal | u)
                minus = u & horizontal
                s = score[b] + np.int64((plus >> shift[b]) & one) - np.int64((minus >> shift[b]) & one)
                better = s < best[b]
                score[b] = s
                best[b] = s if better else best[b]
                where[b] = j if better else where[b]
                plus = plus << one
                up[b] = (minus << one) | ~(vertical | plus)
                down[b] = plus & vertical
        for b in range(size):
            least[first + b], end[first + b], scores[first + b] = best[b], where[b], score[b]
    return least, end, scores
