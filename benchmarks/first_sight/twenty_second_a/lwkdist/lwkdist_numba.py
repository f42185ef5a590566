import numba as nb
import numpy as np

SIGMA, GRAVITY, HEAT, DIFFUSE = 5.670374419e-8, 9.80665, 1004.0, 1.66


@nb.njit(error_model="numpy")
def lwkdist(edges, levels, vapour, cloud, k, weight, emissivity):
    columns, layers = vapour.shape
    up, down = np.zeros((columns, layers + 1)), np.zeros((columns, layers + 1))
    heat = np.empty((columns, layers))
    black = np.empty(layers + 1)
    through, rise = np.empty(layers), np.empty(layers)
    depth, broad = np.empty(layers), np.empty(layers)
    for i in range(layers):
        depth[i] = (edges[i + 1] - edges[i]) / GRAVITY
        broad[i] = np.sqrt(0.5 * (edges[i + 1] + edges[i]) / edges[-1])
    for c in range(columns):
        for i in range(layers + 1):
            black[i] = SIGMA * levels[c, i] ** 4
        for g in range(k.size):
            flux = 0.0
            for i in range(layers):
                tau = DIFFUSE * (k[g] * vapour[c, i] * depth[i] * broad[i] + 2.0 * cloud[c, i])
                e = np.exp(-tau)
                share = 0.5 * tau - tau ** 2 / 6.0 if tau < 1e-3 else 1.0 - (1.0 - e) / tau
                top, bottom = black[i], black[i + 1]
                through[i] = e
                rise[i] = (1.0 - e) * bottom + (top - bottom) * share
                flux = flux * e + (1.0 - e) * top + (bottom - top) * share
                down[c, i + 1] += weight[g] * flux
            flux = emissivity[c] * black[layers] + (1.0 - emissivity[c]) * flux
            up[c, layers] += weight[g] * flux
            for i in range(layers - 1, -1, -1):
                flux = flux * through[i] + rise[i]
                up[c, i] += weight[g] * flux
        for i in range(layers):
            gain = (up[c, i + 1] - down[c, i + 1]) - (up[c, i] - down[c, i])
            heat[c, i] = 86400.0 * GRAVITY / HEAT * gain / (edges[i + 1] - edges[i])
    return heat, up, down
