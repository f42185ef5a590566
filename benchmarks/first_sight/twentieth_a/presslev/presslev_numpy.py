import numpy as np

GAS, GRAVITY, LAPSE = 287.04, 9.80665, 6.5e-3


def heights(surface, orography, T, p):
    columns, layers = T.shape
    z = np.empty((columns, layers))
    z[:, layers - 1] = orography + GAS / GRAVITY * T[:, layers - 1] * np.log(surface / p[:, layers - 1])
    for k in range(layers - 2, -1, -1):
        z[:, k] = z[:, k + 1] + 0.5 * GAS / GRAVITY * (T[:, k] + T[:, k + 1]) * np.log(p[:, k + 1] / p[:, k])
    return z


def presslev(surface, orography, T, sigma, targets):
    columns, layers = T.shape
    p = surface[:, np.newaxis] * sigma
    z = heights(surface, orography, T, p)
    height = np.zeros((targets.size, columns))
    value = np.zeros((targets.size, columns))
    for m, level in enumerate(targets):
        above = level <= p[:, 0]
        height[m, above] = z[above, 0]
        value[m, above] = T[above, 0]
        for k in range(layers - 1):
            inside = (p[:, k] < level) & (level <= p[:, k + 1])
            if not np.any(inside):
                continue
            w = (np.log(level) - np.log(p[inside, k])) / (np.log(p[inside, k + 1]) - np.log(p[inside, k]))
            height[m, inside] = (1.0 - w) * z[inside, k] + w * z[inside, k + 1]
            value[m, inside] = (1.0 - w) * T[inside, k] + w * T[inside, k + 1]
        below = level > p[:, -1]
        ratio = (level / p[below, -1]) ** (GAS * LAPSE / GRAVITY)
        value[m, below] = T[below, -1] * ratio
        height[m, below] = z[below, -1] - T[below, -1] / LAPSE * (ratio - 1.0)
    return height, value
