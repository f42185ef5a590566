import numpy as np


def trace(density, origin, direction):
    """Light that is left of rays through boxes of unit size, how deep they come, and how many boxes they cross."""
    n = density.shape[0]
    rays = len(origin)
    light = np.ones(rays)
    depth = np.zeros(rays)
    crossed = np.zeros(rays, dtype=int)
    for r in range(rays):
        cell = np.floor(origin[r]).astype(int)
        step = np.where(direction[r] > 0.0, 1, -1)
        wall = np.where(direction[r] > 0.0, cell + 1 - origin[r], origin[r] - cell)
        pace = 1.0 / np.maximum(np.abs(direction[r]), 1e-12)
        ahead = wall * pace
        t = 0.0
        while True:
            axis = np.argmin(ahead)
            way = ahead[axis] - t
            light[r] *= np.exp(-density[cell[0], cell[1], cell[2]] * way)
            t = ahead[axis]
            crossed[r] += 1
            if light[r] < 0.05:
                break
            cell[axis] += step[axis]
            if cell[axis] < 0 or cell[axis] >= n:
                break
            ahead[axis] += pace[axis]
        depth[r] = t
    return light, depth, crossed
