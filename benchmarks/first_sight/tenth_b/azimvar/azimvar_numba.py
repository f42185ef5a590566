import numba as nb
import numpy as np


@nb.njit
def profile(image, x, y, edges):
    n = len(edges) - 1
    count = np.zeros(n, np.int64)
    mean, var, peak = np.zeros(n), np.zeros(n), np.zeros(n)
    at = np.full(image.shape, -1, np.int64)
    step = (edges[n] - edges[0]) / n
    for i in range(len(y)):
        for j in range(len(x)):
            r = np.sqrt(y[i] * y[i] + x[j] * x[j])
            k = min(max(int((r - edges[0]) / step), 0), n - 1)
            while k > 0 and r < edges[k]:
                k -= 1
            while k < n - 1 and r >= edges[k + 1]:
                k += 1
            if r >= edges[k] and r < edges[k + 1]:
                at[i, j] = k
                v = image[i, j]
                if count[k] == 0 or v > peak[k]:
                    peak[k] = v
                count[k] += 1
                mean[k] += v
    for k in range(n):
        if count[k]:
            mean[k] /= count[k]
    for i in range(len(y)):
        for j in range(len(x)):
            k = at[i, j]
            if k >= 0:
                var[k] += (image[i, j] - mean[k]) ** 2
    for k in range(n):
        if count[k]:
            var[k] /= count[k]
    return mean, var, peak
