import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def apart(a, b):
    total = 0.0
    for k in range(a.size):
        total += (a[k] - b[k]) ** 2
    return total


@nb.njit(error_model="numpy")
def somgrid(data, codes, rate=0.5):
    codes = codes.copy()
    rows, cols, features = codes.shape
    samples = data.shape[0]
    hits = np.zeros((rows, cols), np.int64)
    tall, wide = np.empty(rows), np.empty(cols)
    error = 0.0
    for t in range(samples):
        left = 1.0 - t / samples
        least, bi, bj = np.inf, 0, 0
        for i in range(rows):
            for j in range(cols):
                d = apart(data[t], codes[i, j])
                if d < least:
                    least, bi, bj = d, i, j
        hits[bi, bj] += 1
        error += np.sqrt(least)
        reach = 0.5 + 0.25 * rows * left
        for i in range(rows):
            tall[i] = rate * left * np.exp(-(i - bi) ** 2 / (2.0 * reach ** 2))
        for j in range(cols):
            wide[j] = np.exp(-(j - bj) ** 2 / (2.0 * reach ** 2))
        for i in range(rows):
            for j in range(cols):
                w = tall[i] * wide[j]
                for k in range(features):
                    codes[i, j, k] += w * (data[t, k] - codes[i, j, k])
    ridge = np.zeros((rows, cols))
    for i in range(rows):
        for j in range(cols):
            total, count = 0.0, 0
            for di, dj in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                if 0 <= i + di < rows and 0 <= j + dj < cols:
                    total += np.sqrt(apart(codes[i, j], codes[i + di, j + dj]))
                    count += 1
            ridge[i, j] = total / count
    return codes, hits, error / samples, ridge
