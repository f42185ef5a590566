import numpy as np


def faddeeva(x, y):
    """w(x + iy) to four digits by Humlicek's four regions."""
    t = y - 1j * x
    s = np.abs(x) + y
    w = np.empty(x.shape, dtype=complex)
    far = s >= 15.0
    middle = (s >= 5.5) & ~far
    inner = (s < 5.5) & (y >= 0.195 * np.abs(x) - 0.176)
    rest = ~(far | middle | inner)
    v = t[far]
    w[far] = v * 0.5641896 / (0.5 + v * v)
    v = t[middle]
    u = v * v
    w[middle] = v * (1.410474 + u * 0.5641896) / (0.75 + u * (3.0 + u))
    v = t[inner]
    w[inner] = ((16.4955 + v * (20.20933 + v * (11.96482 + v * (3.778987 + v * 0.5642236))))
                / (16.4955 + v * (38.82363 + v * (39.27121 + v * (21.69274 + v * (6.699398 + v))))))
    v = t[rest]
    u = v * v
    top = 36183.31 - u * (3321.9905 - u * (1540.787 - u * (219.0313 - u * (35.76683 - u * (1.320522 - u * 0.56419)))))
    low = 32066.6 - u * (24322.84 - u * (9022.228 - u * (2186.181 - u * (364.2191 - u * (61.57037 - u * (1.841439 - u))))))
    w[rest] = np.exp(u) - v * top / low
    return w


def humvoigt(grid, centre, strength, doppler, pressure, cut=1.5, amount=0.3):
    """Absorption line by line, each cut off some way from its centre, what gets through, and the equivalent width."""
    sigma = np.zeros(grid.size)
    for i in range(centre.size):
        lo, hi = np.searchsorted(grid, centre[i] - cut), np.searchsorted(grid, centre[i] + cut)
        scale = np.sqrt(np.log(2.0)) / doppler[i]
        w = faddeeva((grid[lo:hi] - centre[i]) * scale, pressure[i] * scale)
        sigma[lo:hi] += strength[i] * scale / np.sqrt(np.pi) * w.real
    through = np.exp(-amount * sigma)
    return sigma, through, np.trapezoid(1.0 - through, grid)
