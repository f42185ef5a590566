import numba as nb
import numpy as np


@nb.njit
def evolve(cells, steps):
    n, m = cells.shape
    mass = np.zeros(steps, dtype=np.int64)
    new = np.empty_like(cells)
    for t in range(steps):
        for i in range(n):
            for j in range(m):
                if cells[i, j] == 5 or cells[i, j] == 10:
                    cells[i, j] ^= 15
        for i in range(n):
            up = i - 1 if i > 0 else n - 1
            down = i + 1 if i < n - 1 else 0
            for j in range(m):
                left = j - 1 if j > 0 else m - 1
                right = j + 1 if j < m - 1 else 0
                new[i, j] = (cells[i, left] & 1) | (cells[down, j] & 2) | (cells[i, right] & 4) | (cells[up, j] & 8)
        cells[:] = new
        for j in range(m):
            mass[t] += cells[0, j] & 1
    return mass
