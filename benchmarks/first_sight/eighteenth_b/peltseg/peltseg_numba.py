import math

import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def segment(x, penalty, least):
    n = x.size
    sums, squares = np.zeros(n + 1), np.zeros(n + 1)
    for i in range(n):
        sums[i + 1] = sums[i] + x[i]
        squares[i + 1] = squares[i] + x[i] * x[i]
    best = np.full(n + 1, np.inf)
    best[0] = -penalty
    last = np.zeros(n + 1, np.int64)
    candidates, values = np.zeros(n + 1, np.int64), np.empty(n + 1)
    count, tried = 1, 0
    for end in range(least, n + 1):
        lowest, winner = np.inf, 0
        for k in range(count):
            begin = candidates[k]
            length = end - begin
            mean = (sums[end] - sums[begin]) / length
            variance = max((squares[end] - squares[begin]) / length - mean * mean, 1e-12)
            value = best[begin] + length * (math.log(2.0 * np.pi * variance) + 1.0)
            values[k] = value
            if value < lowest:
                lowest, winner = value, begin
        tried += count
        best[end] = lowest + penalty
        last[end] = winner
        kept = 0
        for k in range(count):
            if values[k] <= best[end]:
                candidates[kept] = candidates[k]
                kept += 1
        if end - least + 1 >= least:
            candidates[kept] = end - least + 1
            kept += 1
        count = kept
    changed = np.zeros(n, np.bool_)
    end = n
    while end > 0:
        end = last[end]
        changed[end] = True
    return best[n], changed, tried
