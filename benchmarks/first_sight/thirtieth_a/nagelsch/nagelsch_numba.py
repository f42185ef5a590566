import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def nagelsch(place, speed, draws, cells, fastest=5, slow=0.3):
    x, v = place.copy(), speed.copy()
    steps, cars = draws.shape
    standing, passed = np.zeros(steps, np.int64), np.zeros(steps, np.int64)
    busy = np.zeros(cells, np.int32)
    for t in range(steps):
        first = x[0]
        for i in range(cars):
            ahead = x[i + 1] if i + 1 < cars else first
            gap = ahead - x[i] - 1
            if gap < 0:
                gap += cells
            u = min(v[i] + 1, fastest, gap)
            if u > 0 and draws[t, i] < slow:
                u -= 1
            v[i] = u
            standing[t] += u == 0
            x[i] += u
            if x[i] >= cells:
                x[i] -= cells
                passed[t] += 1
            busy[x[i]] += 1
    return x, v, standing, passed, busy
