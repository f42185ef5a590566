import numba as nb
import numpy as np


@nb.njit
def eliminate(rows, columns):
    """Without branches that are hard to guess: rows are masked by their bit."""
    n, words = rows.shape
    one = np.uint64(1)
    pivots = np.full(n, -1, np.int64)
    pivot = np.empty(words, np.uint64)
    rank = 0
    for column in range(columns):
        if rank == n:
            break
        word, bit = column // 64, np.uint64(column % 64)
        first = rank
        while first < n and (rows[first, word] >> bit) & one == 0:
            first += 1
        if first == n:
            continue
        for w in range(words):
            pivot[w] = rows[first, w]
            rows[first, w] = rows[rank, w]
        for i in range(n):
            row = rows[i]
            mask = np.uint64(0) - ((row[word] >> bit) & one)
            for w in range(word, words):
                row[w] ^= pivot[w] & mask
        for w in range(words):
            rows[rank, w] = pivot[w]
        pivots[rank] = column
        rank += 1
    return pivots, rank
