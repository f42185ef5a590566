import numpy as np


def cubic(lower, upper, nx, ny, limit, horizon=2.0):
    """count: the step after which a point left (0 where it stays); leaving: how many left at which step."""
    row, column = np.mgrid[0:ny, 0:nx]
    row, column = row.reshape(-1), column.reshape(-1)
    a = np.linspace(lower[0], upper[0], nx)[column]
    b = np.linspace(lower[1], upper[1], ny)[row]
    x, y = np.zeros(nx * ny), np.zeros(nx * ny)
    count = np.zeros((ny, nx), dtype=np.int64)
    leaving = np.zeros(limit + 1, dtype=np.int64)
    for step in range(1, limit + 1):
        x2, y2 = x * x, y * y
        x, y = x * (x2 - 3.0 * y2) + a, y * (3.0 * x2 - y2) + b
        left = x * x + y * y > horizon**2
        count[row[left], column[left]] = step
        leaving[step] = np.sum(left)
        stay = ~left
        if not stay.any():
            break
        row, column, a, b, x, y = (q[stay] for q in (row, column, a, b, x, y))
    return count, leaving
