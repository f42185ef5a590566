import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def edge(dx, dy, up, down):
    """What the lower end of an upright edge gives less the upper one, both below the station."""
    flat, area = dx * dx + dy * dy, dx * dy
    ru, rd = np.sqrt(flat + up * up), np.sqrt(flat + down * down)
    logs = dx * np.log((dy + rd) / (dy + ru)) + dy * np.log((dx + rd) / (dx + ru))
    return logs - down * np.arctan(area / (down * rd)) + up * np.arctan(area / (up * ru))


@nb.njit(error_model="numpy")
def slope(before, here, after, first, last):
    if first:
        return after - here
    if last:
        return here - before
    return 0.5 * (after - before)


@nb.njit(error_model="numpy")
def gravprism(prisms, density, x, y, z):
    rows, cols = x.shape
    field, steep = np.zeros((rows, cols)), np.empty((rows, cols))
    best, where = -np.inf, 0
    for a in range(rows):
        for b in range(cols):
            for p in range(density.size):
                west, east = prisms[p, 0, 0] - x[a, b], prisms[p, 0, 1] - x[a, b]
                south, north = prisms[p, 1, 0] - y[a, b], prisms[p, 1, 1] - y[a, b]
                up, down = prisms[p, 2, 0] - z[a, b], prisms[p, 2, 1] - z[a, b]
                total = edge(west, north, up, down) + edge(east, south, up, down)
                total -= edge(west, south, up, down) + edge(east, north, up, down)
                field[a, b] += 6.6743e-11 * 1e5 * density[p] * total
            if field[a, b] > best:
                best, where = field[a, b], a
    for a in range(rows):
        up, down = max(a - 1, 0), min(a + 1, rows - 1)
        for b in range(cols):
            left, right = max(b - 1, 0), min(b + 1, cols - 1)
            east = slope(field[a, left], field[a, b], field[a, right], b == 0, b == cols - 1)
            north = slope(field[up, b], field[a, b], field[down, b], a == 0, a == rows - 1)
            steep[a, b] = np.hypot(east, north)
    return field, steep, where
