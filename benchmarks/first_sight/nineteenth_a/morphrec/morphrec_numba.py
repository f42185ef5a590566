import numba as nb
import numpy as np


@nb.njit
def domes(image, height):
    """Sweeps forth and back in place reach the same end; how many turns parallel ones take is the number of steps of the longest way."""
    n, m = image.shape
    marker = image - np.float32(height)
    rows, grown = np.empty_like(image), np.empty_like(image)
    turns, changed = 0, True
    while changed:
        changed = False
        for i in range(n):
            a, b, c = marker[max(i - 1, 0)], marker[i], marker[min(i + 1, n - 1)]
            for j in range(m):
                rows[i, j] = max(a[j], b[j], c[j])
        for i in range(n):
            r = rows[i]
            for j in range(1, m - 1):
                grown[i, j] = min(max(r[j - 1], r[j], r[j + 1]), image[i, j])
            grown[i, 0] = min(max(r[0], r[1]), image[i, 0])
            grown[i, m - 1] = min(max(r[m - 2], r[m - 1]), image[i, m - 1])
            for j in range(m):
                changed |= grown[i, j] != marker[i, j]
        marker, grown = grown, marker
        turns += 1
    dome, most = np.empty_like(image), np.float32(0.0)
    for i in range(n):
        for j in range(m):
            dome[i, j] = image[i, j] - marker[i, j]
            most = max(most, dome[i, j])
    count, total = np.zeros(m, np.int64), 0.0
    for i in range(n):
        for j in range(m):
            if dome[i, j] > np.float32(0.5) * most:
                count[j] += 1
                total += dome[i, j]
    return dome, turns, count, np.float32(total / count.sum())
