import numpy as np

SIGMA, GRAVITY, HEAT, DIFFUSE = 5.670374419e-8, 9.80665, 1004.0, 1.66


def layers_of(tau, top, bottom):
    """What a layer lets through, and what it sends up and down if its source is linear in depth."""
    through = np.exp(-tau)
    thin = tau < 1e-3
    share = np.where(thin, 0.5 * tau - tau ** 2 / 6.0, 1.0 - (1.0 - through) / np.where(thin, 1.0, tau))
    up = (1.0 - through) * bottom + (top - bottom) * share
    down = (1.0 - through) * top + (bottom - top) * share
    return through, up, down


def lwkdist(edges, levels, vapour, cloud, k, weight, emissivity):
    """Heat that layers gain by long waves (K a day), and both fluxes; absorption sorted into a few strengths."""
    columns, layers = vapour.shape
    depth = np.diff(edges) / GRAVITY
    black = SIGMA * levels ** 4
    up = np.zeros((columns, layers + 1))
    down = np.zeros((columns, layers + 1))
    for g in range(k.size):
        broad = np.sqrt(0.5 * (edges[1:] + edges[:-1]) / edges[-1])
        tau = DIFFUSE * (k[g] * vapour * depth * broad + 2.0 * cloud)
        through, rise, fall = layers_of(tau, black[:, :-1], black[:, 1:])
        flux = np.zeros(columns)
        for i in range(layers):
            flux = flux * through[:, i] + fall[:, i]
            down[:, i + 1] += weight[g] * flux
        flux = emissivity * black[:, -1] + (1.0 - emissivity) * flux
        up[:, -1] += weight[g] * flux
        for i in range(layers - 1, -1, -1):
            flux = flux * through[:, i] + rise[:, i]
            up[:, i] += weight[g] * flux
    net = up - down
    return 86400.0 * GRAVITY / HEAT * (net[:, 1:] - net[:, :-1]) / np.diff(edges), up, down
