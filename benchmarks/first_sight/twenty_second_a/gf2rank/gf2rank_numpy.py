import numpy as np


def gf2rank(M, columns):
    """Bits in words: rows reduced by exclusive or, in place; the rank and where its pivots stand."""
    rows = M.shape[0]
    pivots = np.full(rows, -1, dtype=np.int64)
    rank = 0
    for c in range(columns):
        word, bit = c // 64, np.uint64(c % 64)
        below = np.flatnonzero((M[rank:, word] >> bit) & np.uint64(1))
        if below.size == 0:
            continue
        p = rank + below[0]
        if p != rank:
            M[[rank, p]] = M[[p, rank]]
        ones = ((M[:, word] >> bit) & np.uint64(1)) == 1
        ones[rank] = False
        M[ones] ^= M[rank]
        pivots[rank] = c
        rank += 1
        if rank == rows:
            break
    return rank, pivots
