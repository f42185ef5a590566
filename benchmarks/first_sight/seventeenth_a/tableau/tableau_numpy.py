import numpy as np


def pivot(table, row, column):
    table[row] /= table[row, column]
    factors = table[:, column].copy()
    factors[row] = 0.0
    table -= np.outer(factors, table[row])


def simplex(table, basis, tol=1e-10, most=2000):
    """The best plan and how many exchanges it took; the steepest column enters. Raises ValueError where nothing bounds the profit."""
    turns = 0
    while turns < most:
        column = np.argmin(table[-1, :-1])
        if table[-1, column] > -tol:
            break
        entries = table[:-1, column]
        usable = entries > tol
        if not usable.any():
            raise ValueError("the profit is not bounded")
        ratios = np.where(usable, table[:-1, -1] / np.where(usable, entries, 1.0), np.inf)
        row = np.argmin(ratios)
        pivot(table, row, column)
        basis[row] = column
        turns += 1
    plan = np.zeros(table.shape[1] - 1)
    plan[basis] = table[:-1, -1]
    return plan, turns
