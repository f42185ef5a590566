import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def profile(x, y):
    t = complex(y, -x)
    s = abs(x) + y
    u = t * t
    if s >= 15.0:
        return (t * 0.5641896 / (0.5 + u)).real
    if s >= 5.5:
        return (t * (1.410474 + u * 0.5641896) / (0.75 + u * (3.0 + u))).real
    if y >= 0.195 * abs(x) - 0.176:
        top = 16.4955 + t * (20.20933 + t * (11.96482 + t * (3.778987 + t * 0.5642236)))
        low = 16.4955 + t * (38.82363 + t * (39.27121 + t * (21.69274 + t * (6.699398 + t))))
        return (top / low).real
    top = 36183.31 - u * (3321.9905 - u * (1540.787 - u * (219.0313 - u * (35.76683 - u * (1.320522 - u * 0.56419)))))
    low = 32066.6 - u * (24322.84 - u * (9022.228 - u * (2186.181 - u * (364.2191 - u * (61.57037 - u * (1.841439 - u))))))
    return (np.exp(u) - t * top / low).real


@nb.njit(error_model="numpy")
def humvoigt(grid, centre, strength, doppler, pressure, cut=1.5, amount=0.3):
    n = grid.size
    sigma, through, width = np.zeros(n), np.empty(n), 0.0
    for i in range(centre.size):
        lo, hi = np.searchsorted(grid, centre[i] - cut), np.searchsorted(grid, centre[i] + cut)
        scale = np.sqrt(np.log(2.0)) / doppler[i]
        size, y = strength[i] * scale / np.sqrt(np.pi), pressure[i] * scale
        for k in range(lo, hi):
            sigma[k] += size * profile((grid[k] - centre[i]) * scale, y)
    for k in range(n):
        through[k] = np.exp(-amount * sigma[k])
        if k > 0:
            width += 0.5 * (grid[k] - grid[k - 1]) * (2.0 - through[k] - through[k - 1])
    return sigma, through, width
