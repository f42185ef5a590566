import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def simplex(table, basis, tol=1e-10, most=2000):
    m, n = table.shape[0] - 1, table.shape[1] - 1
    turns = 0
    while turns < most:
        last = table[m]
        column = 0
        for j in range(1, n):
            if last[j] < last[column]:
                column = j
        if last[column] > -tol:
            break
        row, least = -1, np.inf
        for i in range(m):
            if table[i, column] > tol:
                ratio = table[i, n] / table[i, column]
                if ratio < least:
                    row, least = i, ratio
        if row < 0:
            raise ValueError("the profit is not bounded")
        line = table[row]
        under = line[column]
        for j in range(n + 1):
            line[j] /= under
        for i in range(m + 1):
            if i != row:
                other = table[i]
                factor = other[column]
                for j in range(n + 1):
                    other[j] -= factor * line[j]
        basis[row] = column
        turns += 1
    plan = np.zeros(n)
    for i in range(m):
        plan[basis[i]] = table[i, n]
    return plan, turns
