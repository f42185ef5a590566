import numpy as np

SIGMA = 5.670374e-8
DIFFUSE = 1.66


def bracket(grid, x):
    """Cell of an equidistant grid that holds x, and how far on x lies in it."""
    place = (x - grid[0]) / (grid[1] - grid[0])
    low = np.clip(np.floor(place).astype(np.int64), 0, grid.size - 2)
    return low, np.clip(place - low, 0.0, 1.0)


def absorption(table, temps, presses, t, p):
    """Coefficients (layers, columns, points) by bilinear interpolation of their logarithms."""
    i, a = bracket(temps, t)
    j, b = bracket(presses, np.log(p))
    j, b = j[:, None], b[:, None, None]
    a = a[:, :, None]
    cold = (1.0 - b) * table[i, j] + b * table[i, j + 1]
    warm = (1.0 - b) * table[i + 1, j] + b * table[i + 1, j + 1]
    return np.exp((1.0 - a) * cold + a * warm)


def fluxes(edges, t, ts, water, temps, presses, table, weights):
    """Longwave fluxes down and up at the edges of layers, top first, and heating in K per day, by correlated k-distributions."""
    layers, columns = t.shape
    middle = np.sqrt(edges[1:] * edges[:-1])
    tau = DIFFUSE * absorption(table, temps, presses, t, middle) * water[:, :, None]
    through = np.exp(-tau)
    source = SIGMA * t**4
    down = np.zeros((layers + 1, columns))
    up = np.zeros((layers + 1, columns))
    ray = np.zeros((columns, weights.size))
    for k in range(layers):
        ray = ray * through[k] + source[k][:, None] * (1.0 - through[k])
        down[k + 1] = ray @ weights
    ray = np.broadcast_to((SIGMA * ts**4)[:, None], ray.shape)
    up[layers] = ray @ weights
    for k in range(layers - 1, -1, -1):
        ray = ray * through[k] + source[k][:, None] * (1.0 - through[k])
        up[k] = ray @ weights
    net = up - down
    heating = 86400.0 * 9.81 / 1004.0 * np.diff(net, axis=0) / (100.0 * np.diff(edges)[:, None])
    return down, up, heating
