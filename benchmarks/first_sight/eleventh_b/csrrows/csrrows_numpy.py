import numpy as np


def product(indptr, indices, values, x, y):
    """y = A x, row by row."""
    for row in range(len(indptr) - 1):
        first, last = indptr[row], indptr[row + 1]
        y[row] = np.dot(values[first:last], x[indices[first:last]])


def dominant(indptr, indices, values, x, sweeps):
    """Power iterations of a sparse matrix in rows; the eigenvalue, and the vector in x."""
    y = np.empty_like(x)
    value = 0.0
    for _ in range(sweeps):
        product(indptr, indices, values, x, y)
        value = np.linalg.norm(y)
        x[:] = y / value
    return value
