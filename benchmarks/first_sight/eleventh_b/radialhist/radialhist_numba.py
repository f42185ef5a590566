import numba as nb
import numpy as np


@nb.njit
def integrate(image, cx, cy, edges):
    ny, nx = image.shape
    bins = len(edges) - 1
    count, total, square, plain = np.zeros(bins, np.int64), np.zeros(bins), np.zeros(bins), np.zeros(bins)
    top = edges[bins]
    scale = bins / top
    for i in range(ny):
        for j in range(nx):
            r = np.sqrt((j - cx) ** 2 + (i - cy) ** 2)
            v = image[i, j]
            lo, hi = 0, bins + 1
            while lo < hi:
                mid = (lo + hi) // 2
                if edges[mid] <= r:
                    lo = mid + 1
                else:
                    hi = mid
            k = lo - 1
            if 0 <= k < bins:
                count[k] += 1
                total[k] += v
                square[k] += v * v
            if r <= top:
                b = min(int(r * scale), bins - 1)
                if r < b * (top / bins):
                    b -= 1
                elif b + 1 < bins and r >= (b + 1) * (top / bins):
                    b += 1
                plain[b] += v
    mean, error = np.zeros(bins), np.zeros(bins)
    for k in range(bins):
        c = max(count[k], 1)
        mean[k] = total[k] / c
        error[k] = np.sqrt(max(square[k] / c - mean[k] ** 2, 0.0) / c)
    return mean, error, plain
