import numba as nb
import numpy as np


@nb.njit
def eliminate(rows, columns):
    n, words = rows.shape
    one = np.uint64(1)
    pivots = np.full(n, -1, np.int64)
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
        if first != rank:
            for w in range(words):
                rows[rank, w], rows[first, w] = rows[first, w], rows[rank, w]
        pivot = rows[rank]
        for i in range(n):
            if i != rank and (rows[i, word] >> bit) & one:
                row = rows[i]
                for w in range(word, words):
                    row[w] ^= pivot[w]
        pivots[rank] = column
        rank += 1
    return pivots, rank
