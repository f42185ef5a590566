import numba as nb
import numpy as np

EARTH = 6371.0088


@nb.njit
def nearest(lat, lon, slat, slon):
    n, m = len(lat), len(slat)
    lat, lon, slat, slon = np.radians(lat), np.radians(lon), np.radians(slat), np.radians(slon)
    s2, c2 = np.sin(slat), np.cos(slat)
    which, least, mean = np.empty(n, np.int64), np.empty(n), np.empty(n)
    for i in range(n):
        s1, c1 = np.sin(lat[i]), np.cos(lat[i])
        best, at, total, weights = np.inf, 0, 0.0, 0.0
        for j in range(m):
            s, c = np.sin(slon[j] - lon[i]), np.cos(slon[j] - lon[i])
            a = c2[j] * s
            b = c1 * s2[j] - s1 * c2[j] * c
            d = EARTH * np.arctan2(np.sqrt(a * a + b * b), s1 * s2[j] + c1 * c2[j] * c)
            if d < best:
                best, at = d, j
            w = np.exp(-d / 1000.0)
            weights += w
            total += w * d
        which[i], least[i], mean[i] = at, best, total / weights
    return which, least, mean
