import numpy as np


def evolve(cells, steps):
    mass = np.zeros(steps, dtype=np.int64)
    for t in range(steps):
        swap = (cells == 5) | (cells == 10)
        cells[swap] ^= 15
        east = np.roll(cells & 1, 1, axis=1)
        north = np.roll(cells & 2, -1, axis=0)
        west = np.roll(cells & 4, -1, axis=1)
        south = np.roll(cells & 8, 1, axis=0)
        cells[:] = east | north | west | south
        mass[t] = np.sum(cells[0] & 1)
    return mass
