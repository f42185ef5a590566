import numba as nb
import numpy as np


@nb.njit
def sandpile(sand):
    ny, nx = sand.shape
    topples = np.zeros((ny, nx), np.int64)
    give = np.zeros((ny + 2, nx + 2), np.int32)
    before = 0
    high = np.int32(0)
    for j in range(ny):
        for i in range(nx):
            before += sand[j, i]
            high = max(high, sand[j, i])
    rounds = 0
    while high > 3:
        for j in range(ny):
            for i in range(nx):
                g = sand[j, i] >> np.int32(2)
                give[j + 1, i + 1] = g
                topples[j, i] += g
        high = np.int32(0)
        for j in range(ny):
            for i in range(nx):
                s = (sand[j, i] & np.int32(3)) + give[j, i + 1] + give[j + 2, i + 1] + give[j + 1, i] + give[j + 1, i + 2]
                s = np.int32(s)
                sand[j, i] = s
                high = max(high, s)
        rounds += 1
    after = 0
    for j in range(ny):
        for i in range(nx):
            after += sand[j, i]
    return rounds, before - after, topples
