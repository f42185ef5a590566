import numpy as np


def occgrid(pose, angle, reach, most, size, cell, free=-0.4, hit=0.85, bound=5.0):
    """A map of what is full and what is free, as log odds, from beams of a robot that walks."""
    odds = np.zeros((size, size))
    step = np.arange(0.0, most, 0.5 * cell)
    for k in range(pose.shape[0]):
        x, y, heading = pose[k]
        c, s = np.cos(heading + angle), np.sin(heading + angle)
        passed = step[None, :] < reach[k][:, None] - cell
        i = np.floor((y + s[:, None] * step) / cell).astype(np.int64) + size // 2
        j = np.floor((x + c[:, None] * step) / cell).astype(np.int64) + size // 2
        passed &= (i >= 0) & (i < size) & (j >= 0) & (j < size)
        seen = np.zeros((size, size), dtype=bool)
        seen[i[passed], j[passed]] = True
        full = np.zeros((size, size), dtype=bool)
        ends = reach[k] < most
        i = np.floor((y + s * reach[k]) / cell).astype(np.int64)[ends] + size // 2
        j = np.floor((x + c * reach[k]) / cell).astype(np.int64)[ends] + size // 2
        inside = (i >= 0) & (i < size) & (j >= 0) & (j < size)
        full[i[inside], j[inside]] = True
        odds[seen & ~full] += free
        odds[full] += hit
        np.clip(odds, -bound, bound, out=odds)
    p = 1.0 / (1.0 + np.exp(-odds))
    unsure = -p * np.log(p) - (1.0 - p) * np.log(1.0 - p)
    return odds, unsure.sum(), np.count_nonzero(odds > 0.5)
