import numba as nb
import numpy as np


@nb.njit
def gf2rank(M, columns):
    rows, words = M.shape
    pivots = np.full(rows, -1, np.int64)
    one = np.uint64(1)
    rank = 0
    for c in range(columns):
        word, bit = c // 64, np.uint64(c % 64)
        p = rank
        while p < rows and ((M[p, word] >> bit) & one) == 0:
            p += 1
        if p == rows:
            continue
        if p != rank:
            for w in range(words):
                M[rank, w], M[p, w] = M[p, w], M[rank, w]
        for r in range(rows):
            if r != rank and ((M[r, word] >> bit) & one) != 0:
                for w in range(words):
                    M[r, w] ^= M[rank, w]
        pivots[rank] = c
        rank += 1
        if rank == rows:
            break
    return rank, pivots
