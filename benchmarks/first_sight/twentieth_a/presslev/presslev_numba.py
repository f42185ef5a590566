import numba as nb
import numpy as np

GAS, GRAVITY, LAPSE = 287.04, 9.80665, 6.5e-3


@nb.njit(error_model="numpy")
def presslev(surface, orography, T, sigma, targets):
    columns, layers = T.shape
    height, value = np.zeros((targets.size, columns)), np.zeros((targets.size, columns))
    p, z = np.empty(layers), np.empty(layers)
    for c in range(columns):
        for k in range(layers):
            p[k] = surface[c] * sigma[k]
        z[layers - 1] = orography[c] + GAS / GRAVITY * T[c, layers - 1] * np.log(surface[c] / p[layers - 1])
        for k in range(layers - 2, -1, -1):
            z[k] = z[k + 1] + 0.5 * GAS / GRAVITY * (T[c, k] + T[c, k + 1]) * np.log(p[k + 1] / p[k])
        for m in range(targets.size):
            level = targets[m]
            if level <= p[0]:
                height[m, c], value[m, c] = z[0], T[c, 0]
            elif level > p[layers - 1]:
                ratio = (level / p[layers - 1]) ** (GAS * LAPSE / GRAVITY)
                value[m, c] = T[c, layers - 1] * ratio
                height[m, c] = z[layers - 1] - T[c, layers - 1] / LAPSE * (ratio - 1.0)
            else:
                k = 0
                while level > p[k + 1]:
                    k += 1
                w = (np.log(level) - np.log(p[k])) / (np.log(p[k + 1]) - np.log(p[k]))
                height[m, c] = (1.0 - w) * z[k] + w * z[k + 1]
                value[m, c] = (1.0 - w) * T[c, k] + w * T[c, k + 1]
    return height, value
