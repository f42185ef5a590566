import numba as nb
import numpy as np

SIGMA = 5.670374e-8
DIFFUSE = 1.66


@nb.njit
def fluxes(edges, t, ts, water, temps, presses, table, weights):
    layers, columns = t.shape
    points = weights.size
    through = np.empty((layers, points))
    down, up = np.zeros((layers + 1, columns)), np.empty((layers + 1, columns))
    heating = np.empty((layers, columns))
    ray = np.empty(points)
    j, b = np.empty(layers, np.int64), np.empty(layers)
    for k in range(layers):
        place = (np.log(np.sqrt(edges[k + 1] * edges[k])) - presses[0]) / (presses[1] - presses[0])
        j[k] = min(max(int(np.floor(place)), 0), presses.size - 2)
        b[k] = min(max(place - j[k], 0.0), 1.0)
    for c in range(columns):
        ray[:] = 0.0
        for k in range(layers):
            place = (t[k, c] - temps[0]) / (temps[1] - temps[0])
            i = min(max(int(np.floor(place)), 0), temps.size - 2)
            a = min(max(place - i, 0.0), 1.0)
            source = SIGMA * t[k, c] ** 4
            total = 0.0
            for g in range(points):
                low = (1.0 - b[k]) * table[i, j[k], g] + b[k] * table[i, j[k] + 1, g]
                high = (1.0 - b[k]) * table[i + 1, j[k], g] + b[k] * table[i + 1, j[k] + 1, g]
                e = np.exp(-(DIFFUSE * np.exp((1.0 - a) * low + a * high) * water[k, c]))
                through[k, g] = e
                ray[g] = ray[g] * e + source * (1.0 - e)
                total += ray[g] * weights[g]
            down[k + 1, c] = total
        total = 0.0
        for g in range(points):
            ray[g] = SIGMA * ts[c] ** 4
            total += ray[g] * weights[g]
        up[layers, c] = total
        for k in range(layers - 1, -1, -1):
            source = SIGMA * t[k, c] ** 4
            total = 0.0
            for g in range(points):
                e = through[k, g]
                ray[g] = ray[g] * e + source * (1.0 - e)
                total += ray[g] * weights[g]
            up[k, c] = total
            net = (up[k + 1, c] - down[k + 1, c]) - (up[k, c] - down[k, c])
            heating[k, c] = 86400.0 * 9.81 / 1004.0 * net / (100.0 * (edges[k + 1] - edges[k]))
    return down, up, heating
