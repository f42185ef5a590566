import numpy as np


def nagelsch(place, speed, draws, cells, fastest=5, slow=0.3):
    """Traffic after Nagel and Schreckenberg: where cars end, how many stand and pass at each step, and how busy cells are."""
    x, v = place.copy(), speed.copy()
    steps = draws.shape[0]
    standing, passed = np.zeros(steps, dtype=np.int64), np.zeros(steps, dtype=np.int64)
    busy = np.zeros(cells, dtype=np.int32)
    for t in range(steps):
        gap = (np.roll(x, -1) - x - 1) % cells
        v = np.minimum(np.minimum(v + 1, fastest), gap)
        v[(draws[t] < slow) & (v > 0)] -= 1
        x += v
        over = x >= cells
        passed[t] = over.sum()
        x[over] -= cells
        standing[t] = np.count_nonzero(v == 0)
        busy[x] += 1
    return x, v, standing, passed, busy
