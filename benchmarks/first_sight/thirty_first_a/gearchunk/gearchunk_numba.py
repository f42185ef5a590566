import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def gearchunk(data, gear, bits=6, least=32, most=512):
    n = data.size
    mask = np.uint32(((1 << bits) - 1) << (32 - bits))
    powers = np.empty(most, np.uint64)
    power = np.uint64(1)
    for k in range(most):
        power *= np.uint64(1099511628211)
        powers[k] = power
    cuts = np.empty(n // least + 2, np.int64)
    prints = np.empty(n // least + 1, np.uint64)
    cuts[0] = 0
    count, start, h, seen = 0, 0, np.uint32(0), 0
    while start < n:
        end = min(start + most, n)
        i = min(start + least, n)
        seen = max(seen, i - 32)
        while seen < i:
            h = np.uint32((h << np.uint32(1)) + gear[data[seen]])
            seen += 1
        while i < end and (h & mask) != 0:
            h = np.uint32((h << np.uint32(1)) + gear[data[i]])
            i += 1
        seen = i
        mark = np.uint64(0)
        for k in range(i - start):
            mark += (np.uint64(data[start + k]) + np.uint64(1)) * powers[k]
        prints[count] = mark
        count += 1
        cuts[count] = i
        start = i
    prints = prints[:count].copy()
    order = np.argsort(prints, kind="mergesort")
    repeated = np.zeros(count, np.bool_)
    saved = 0
    for k in range(1, count):
        if prints[order[k]] == prints[order[k - 1]]:
            repeated[order[k]] = True
            saved += cuts[order[k] + 1] - cuts[order[k]]
    return cuts[:count + 1].copy(), prints, repeated, saved
