import numpy as np


def solzen(lat, lon, hours, day=102):
    """Fourier series for the sun's declination, the equation of time and the distance."""
    g = 2.0 * np.pi * (day - 1) / 365.0
    decl = 0.006918 - 0.399912 * np.cos(g) + 0.070257 * np.sin(g) - 0.006758 * np.cos(2 * g) + 0.000907 * np.sin(2 * g)
    minutes = 229.18 * (0.000075 + 0.001868 * np.cos(g) - 0.032077 * np.sin(g) - 0.014615 * np.cos(2 * g) - 0.040849 * np.sin(2 * g))
    distance = 1.00011 + 0.034221 * np.cos(g) + 0.00128 * np.sin(g)
    phi = np.radians(lat)[:, np.newaxis]
    mean = np.zeros((lat.size, lon.size))
    light = np.zeros((lat.size, lon.size), dtype=np.int64)
    for k in range(hours):
        angle = np.radians(15.0 * (24.0 * k / hours - 12.0) + lon + minutes / 4.0)
        mu = np.sin(phi) * np.sin(decl) + np.cos(phi) * np.cos(decl) * np.cos(angle)
        light[mu > 0.0] += 1
        mean += 1361.0 * distance * np.maximum(mu, 0.0)
    mean /= hours
    return mean, light
