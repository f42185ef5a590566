import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def sellpower(start, column, value, order, tol, chunk, limit):
    n = order.size
    x, y = np.full(n, 1.0 / np.sqrt(n)), np.empty(n)
    row = np.empty(chunk)
    eigenvalue, turns = 0.0, limit
    for turn in range(limit):
        for c in range(start.size - 1):
            row[:] = 0.0
            for e in range(start[c], start[c + 1], chunk):
                for r in range(chunk):
                    row[r] += value[e + r] * x[column[e + r]]
            for r in range(chunk):
                y[order[c * chunk + r]] = row[r]
        eigenvalue, size = 0.0, 0.0
        for i in range(n):
            eigenvalue += x[i] * y[i]
            size += y[i] * y[i]
        rest = 0.0
        size = np.sqrt(size)
        for i in range(n):
            off = y[i] - eigenvalue * x[i]
            rest += off * off
            x[i] = y[i] / size
        if np.sqrt(rest) < tol * abs(eigenvalue):
            turns = turn + 1
            break
    return eigenvalue, x, turns
