import numpy as np


def block(indptr, indices, data, J):
    """The rows and columns J of the matrix, as a full one."""
    B = np.zeros((J.size, J.size))
    for p in range(J.size):
        row = slice(indptr[J[p]], indptr[J[p] + 1])
        at = np.minimum(np.searchsorted(J, indices[row]), J.size - 1)
        hit = J[at] == indices[row]
        B[p, at[hit]] = data[row][hit]
    return B


def inverse_factor(indptr, indices, data):
    """Lower triangle G in the pattern of the matrix so that G A G^T is nearly one."""
    n = indptr.size - 1
    start = np.zeros(n + 1, dtype=np.int64)
    columns, values = [], []
    for i in range(n):
        J = indices[indptr[i]:indptr[i + 1]]
        J = J[J <= i]
        unit = np.zeros(J.size)
        unit[-1] = 1.0
        y = np.linalg.solve(block(indptr, indices, data, J), unit)
        columns.append(J)
        values.append(y / np.sqrt(y[-1]))
        start[i + 1] = start[i] + J.size
    return start, np.concatenate(columns), np.concatenate(values)


def times(indptr, indices, data, x):
    return np.add.reduceat(data * x[indices], indptr[:-1])


def fsaicg(indptr, indices, data, b, tol=1e-9, most=400):
    n = b.size
    start, columns, values = inverse_factor(indptr, indices, data)
    rows = np.repeat(np.arange(n), np.diff(start))
    x = np.zeros(n)
    r = b.copy()
    z = np.bincount(columns, weights=values * times(start, columns, values, r)[rows], minlength=n)
    p = z.copy()
    rz = r @ z
    norms = np.zeros(most)
    used = 0
    while used < most:
        q = times(indptr, indices, data, p)
        alpha = rz / (p @ q)
        x += alpha * p
        r -= alpha * q
        norms[used] = np.sqrt(r @ r)
        used += 1
        if norms[used - 1] < tol * np.sqrt(b @ b):
            break
        z = np.bincount(columns, weights=values * times(start, columns, values, r)[rows], minlength=n)
        rz, before = r @ z, rz
        p = z + rz / before * p
    return x, used, norms
