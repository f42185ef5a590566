import numba as nb
import numpy as np


@nb.njit
def solzen(lat, lon, hours, day=102):
    g = 2.0 * np.pi * (day - 1) / 365.0
    decl = 0.006918 - 0.399912 * np.cos(g) + 0.070257 * np.sin(g) - 0.006758 * np.cos(2 * g) + 0.000907 * np.sin(2 * g)
    minutes = 229.18 * (0.000075 + 0.001868 * np.cos(g) - 0.032077 * np.sin(g) - 0.014615 * np.cos(2 * g) - 0.040849 * np.sin(2 * g))
    distance = 1.00011 + 0.034221 * np.cos(g) + 0.00128 * np.sin(g)
    mean, light = np.zeros((lat.size, lon.size)), np.zeros((lat.size, lon.size), np.int64)
    cosine = np.empty(lon.size)
    for k in range(hours):
        for j in range(lon.size):
            cosine[j] = np.cos(np.radians(15.0 * (24.0 * k / hours - 12.0) + lon[j] + minutes / 4.0))
        for i in range(lat.size):
            phi = np.radians(lat[i])
            a, b = np.sin(phi) * np.sin(decl), np.cos(phi) * np.cos(decl)
            for j in range(lon.size):
                mu = a + b * cosine[j]
                light[i, j] += mu > 0.0
                mean[i, j] += 1361.0 * distance * max(mu, 0.0)
    mean /= hours
    return mean, light
