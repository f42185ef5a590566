import numpy as np


def eliminate(rows, columns):
    """Rows become the reduced echelon form over the field of two; bit c of a row is bit c % 64 of its word c // 64."""
    n = rows.shape[0]
    pivots = np.full(n, -1, dtype=np.int64)
    rank = 0
    for column in range(columns):
        if rank == n:
            break
        word, bit = column // 64, np.uint64(column % 64)
        has = (rows[:, word] >> bit) & np.uint64(1)
        first = rank + np.argmax(has[rank:])
        if has[first] == 0:
            continue
        if first != rank:
            rows[[rank, first]] = rows[[first, rank]]
            has[first] = has[rank]
        has[rank] = 0
        rows ^= has[:, None] * rows[rank]
        pivots[rank] = column
        rank += 1
    return pivots, rank
