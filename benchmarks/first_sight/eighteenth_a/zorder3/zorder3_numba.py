import numba as nb
import numpy as np


@nb.njit
def spread(v):
    x = np.uint64(v)
    x = (x | x << np.uint64(32)) & np.uint64(0x001F00000000FFFF)
    x = (x | x << np.uint64(16)) & np.uint64(0x001F0000FF0000FF)
    x = (x | x << np.uint64(8)) & np.uint64(0x100F00F00F00F00F)
    x = (x | x << np.uint64(4)) & np.uint64(0x10C30C30C30C30C3)
    return (x | x << np.uint64(2)) & np.uint64(0x1249249249249249)


@nb.njit
def neighbours(cells):
    """Keys in order have neighbours nearly in order: one place walks along for each direction, and searches only for the rest."""
    n = cells.shape[0]
    keys = np.empty(n, np.uint64)
    for i in range(n):
        keys[i] = spread(cells[i, 0]) | spread(cells[i, 1]) << np.uint64(1) | spread(cells[i, 2]) << np.uint64(2)
    keys.sort()
    taken = np.zeros(n, np.uint8)
    for axis in range(3):
        one = np.uint64(1) << np.uint64(axis)
        mask = np.uint64(0x1249249249249249) << np.uint64(axis)
        for i in range(n):
            key = keys[i]
            rest = key & ~mask
            up = ((key | ~mask) + one) & mask | rest
            down = ((key & mask) - one) & mask | rest
            for other in (up, down):
                lo, hi = 0, n
                if other > key:
                    lo, step = i, 1
                    while i + step < n and keys[i + step] < other:
                        lo, step = i + step, 2 * step
                    hi = min(i + step, n)
                else:
                    hi, step = i, 1
                    while i - step >= 0 and keys[i - step] >= other:
                        hi, step = i - step, 2 * step
                    lo = max(i - step, 0)
                while lo < hi:
                    middle = (lo + hi) // 2
                    if keys[middle] < other:
                        lo = middle + 1
                    else:
                        hi = middle
                if lo < n and keys[lo] == other:
                    taken[i] += 1
    return keys, taken
