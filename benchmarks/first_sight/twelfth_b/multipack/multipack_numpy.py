import numpy as np


def cubic(lower, upper, nx, ny, limit, horizon=2.0):
    """count: the step after which a point left (0 where it stays); size: how far away it was then."""
    row, column = np.mgrid[0:ny, 0:nx]
    row, column = row.reshape(-1), column.reshape(-1)
    a = np.linspace(lower[0], upper[0], nx)[column]
    b = np.linspace(lower[1], upper[1], ny)[row]
    x, y = np.zeros(nx * ny), np.zeros(nx * ny)
    count = np.zeros((ny, nx), dtype=np.int64)
    size = np.zeros((ny, nx))
    for step in range(1, limit + 1):
        x2, y2 = x * x, y * y
        x, y = x * (x2 - 3.0 * y2) + a, y * (3.0 * x2 - y2) + b
        far = x * x + y * y
        left = far > horizon**2
        count[row[left], column[left]] = step
        size[row[left], column[left]] = np.sqrt(far[left])
        stay = ~left
        if not stay.any():
            break
        row, column, a, b, x, y = (q[stay] for q in (row, column, a, b, x, y))
    return count, size
