import numpy as np


def layer(depth, single, asymmetry):
    """(reflectance, transmittance) of a layer for diffuse light."""
    g1 = np.sqrt(3.0) / 2.0 * (2.0 - single * (1.0 + asymmetry))
    g2 = np.sqrt(3.0) / 2.0 * single * (1.0 - asymmetry)
    k = np.sqrt(g1**2 - g2**2)
    e = np.exp(-k * depth)
    below = k + g1 + (k - g1) * e**2
    return g2 * (1.0 - e**2) / below, 2.0 * k * e / below


def radiate(depth, single, asymmetry, ground, top):
    bands, layers, cols = depth.shape
    up = np.zeros((layers + 1, cols))
    down = np.zeros((layers + 1, cols))
    for b in range(bands):
        R, T = layer(depth[b], single[b], asymmetry[b])
        albedo = np.empty((layers + 1, cols))
        albedo[-1] = ground
        for l in range(layers - 1, -1, -1):
            albedo[l] = R[l] + T[l] ** 2 * albedo[l + 1] / (1.0 - R[l] * albedo[l + 1])
        flux = np.full(cols, top[b])
        down[0] += flux
        up[0] += flux * albedo[0]
        for l in range(layers):
            flux = flux * T[l] / (1.0 - R[l] * albedo[l + 1])
            down[l + 1] += flux
            up[l + 1] += flux * albedo[l + 1]
    net = down - up
    return up, down, net[:-1] - net[1:]
