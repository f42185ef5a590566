import numba as nb
import numpy as np


@nb.njit
def polar(image, cx, cy, rings, sectors):
    ny, nx = image.shape
    radius = np.empty((ny, nx))
    largest = 0.0
    for i in range(ny):
        for j in range(nx):
            radius[i, j] = np.sqrt((j - cx)**2 + (i - cy)**2)
            largest = max(largest, radius[i, j])
    width = largest / rings
    total, count = np.zeros((rings, sectors)), np.zeros((rings, sectors))
    where = np.empty((ny, nx, 2), np.int64)
    for i in range(ny):
        for j in range(nx):
            r = min(int(radius[i, j] / width), rings - 1)
            a = min(int((np.arctan2(i - cy, j - cx) + np.pi) / (2.0 * np.pi) * sectors), sectors - 1)
            total[r, a] += image[i, j]
            count[r, a] += 1.0
            where[i, j, 0] = r
            where[i, j, 1] = a
    ring = np.zeros(rings)
    table = np.empty((rings, sectors))
    for r in range(rings):
        ring[r] = total[r].sum() / max(count[r].sum(), 1.0)
        for a in range(sectors):
            table[r, a] = total[r, a] / count[r, a] if count[r, a] > 0 else ring[r]
    rest = np.empty((ny, nx))
    for i in range(ny):
        for j in range(nx):
            rest[i, j] = image[i, j] - table[where[i, j, 0], where[i, j, 1]]
    return table, ring, rest
