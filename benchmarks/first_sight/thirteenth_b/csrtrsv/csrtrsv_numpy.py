import numpy as np


def precondition(indptr, indices, values, b, steps):
    n = b.size
    x = b.copy()
    sizes = np.zeros(steps)
    for step in range(steps):
        for i in range(n):
            start, end = indptr[i], indptr[i + 1] - 1
            x[i] = (x[i] - np.dot(values[start:end], x[indices[start:end]])) / values[end]
        for i in range(n - 1, -1, -1):
            start, end = indptr[i], indptr[i + 1] - 1
            x[i] /= values[end]
            x[indices[start:end]] -= values[start:end] * x[i]
        sizes[step] = np.sqrt(np.sum(x * x))
        x += b
    return x, sizes
