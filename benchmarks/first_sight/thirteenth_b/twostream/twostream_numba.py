import numba as nb
import numpy as np


@nb.njit
def radiate(depth, single, asymmetry, ground, top):
    bands, layers, cols = depth.shape
    up, down = np.zeros((layers + 1, cols)), np.zeros((layers + 1, cols))
    R, T = np.empty((layers, cols)), np.empty((layers, cols))
    albedo = np.empty((layers + 1, cols))
    flux = np.empty(cols)
    half = np.sqrt(3.0) / 2.0
    for b in range(bands):
        for c in range(cols):
            albedo[layers, c] = ground[c]
        for l in range(layers - 1, -1, -1):
            for c in range(cols):
                w, g = single[b, l, c], asymmetry[b, l, c]
                g1 = half * (2.0 - w * (1.0 + g))
                g2 = half * w * (1.0 - g)
                k = np.sqrt(g1 * g1 - g2 * g2)
                e = np.exp(-k * depth[b, l, c])
                below = k + g1 + (k - g1) * e * e
                R[l, c] = g2 * (1.0 - e * e) / below
                T[l, c] = 2.0 * k * e / below
                albedo[l, c] = R[l, c] + T[l, c] * T[l, c] * albedo[l + 1, c] / (1.0 - R[l, c] * albedo[l + 1, c])
        for c in range(cols):
            flux[c] = top[b]
            down[0, c] += flux[c]
            up[0, c] += flux[c] * albedo[0, c]
        for l in range(layers):
            for c in range(cols):
                flux[c] = flux[c] * T[l, c] / (1.0 - R[l, c] * albedo[l + 1, c])
                down[l + 1, c] += flux[c]
                up[l + 1, c] += flux[c] * albedo[l + 1, c]
    heating = np.empty((layers, cols))
    for l in range(layers):
        for c in range(cols):
            heating[l, c] = (down[l, c] - up[l, c]) - (down[l + 1, c] - up[l + 1, c])
    return up, down, heating
