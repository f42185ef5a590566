import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def occgrid(pose, angle, reach, most, size, cell, free=-0.4, hit=0.85, bound=5.0):
    """A stamp a cell tells what the pose at hand has seen, so that nothing is cleared."""
    odds, seen, full = np.zeros((size, size)), np.full((size, size), -1), np.full((size, size), -1)
    half = size // 2
    steps = int(np.ceil(most / (0.5 * cell)))
    for k in range(pose.shape[0]):
        x, y, heading = pose[k]
        for b in range(angle.size):
            c, s = np.cos(heading + angle[b]), np.sin(heading + angle[b])
            if reach[k, b] < most:
                i = int(np.floor((y + s * reach[k, b]) / cell)) + half
                j = int(np.floor((x + c * reach[k, b]) / cell)) + half
                if 0 <= i < size and 0 <= j < size:
                    full[i, j] = k
            for m in range(steps):
                far = m * (0.5 * cell)
                if not far < reach[k, b] - cell:
                    break
                i = int(np.floor((y + s * far) / cell)) + half
                j = int(np.floor((x + c * far) / cell)) + half
                if 0 <= i < size and 0 <= j < size:
                    seen[i, j] = k
        for i in range(size):
            for j in range(size):
                if full[i, j] == k:
                    odds[i, j] = min(odds[i, j] + hit, bound)
                elif seen[i, j] == k:
                    odds[i, j] = max(odds[i, j] + free, -bound)
    unsure, count = 0.0, 0
    for i in range(size):
        for j in range(size):
            p = 1.0 / (1.0 + np.exp(-odds[i, j]))
            unsure -= p * np.log(p) + (1.0 - p) * np.log(1.0 - p)
            count += odds[i, j] > 0.5
    return odds, unsure, count
