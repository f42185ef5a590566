import numba as nb
import numpy as np


@nb.njit
def trace(density, origin, direction):
    n = density.shape[0]
    rays = len(origin)
    light, depth, crossed = np.ones(rays), np.zeros(rays), np.zeros(rays, np.int64)
    cell, step = np.empty(3, np.int64), np.empty(3, np.int64)
    pace, ahead = np.empty(3), np.empty(3)
    for r in range(rays):
        for a in range(3):
            d, o = direction[r, a], origin[r, a]
            cell[a] = int(np.floor(o))
            step[a] = 1 if d > 0.0 else -1
            pace[a] = 1.0 / max(abs(d), 1e-12)
            ahead[a] = (cell[a] + 1 - o if d > 0.0 else o - cell[a]) * pace[a]
        t, left, count = 0.0, 1.0, 0
        while True:
            axis = 0
            if ahead[1] < ahead[0]:
                axis = 1
            if ahead[2] < ahead[axis]:
                axis = 2
            left *= np.exp(-density[cell[0], cell[1], cell[2]] * (ahead[axis] - t))
            t = ahead[axis]
            count += 1
            if left < 0.05:
                break
            cell[axis] += step[axis]
            if cell[axis] < 0 or cell[axis] >= n:
                break
            ahead[axis] += pace[axis]
        light[r], depth[r], crossed[r] = left, t, count
    return light, depth, crossed
