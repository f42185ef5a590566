import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def two_streams(tau, w, g, mu):
    f = g * g
    tau, w, g = tau * (1.0 - w * f), w * (1.0 - f) / (1.0 - w * f), g / (1.0 + g)
    g1 = 0.25 * (7.0 - w * (4.0 + 3.0 * g))
    g2 = -0.25 * (1.0 - w * (4.0 - 3.0 * g))
    g3 = 0.25 * (2.0 - 3.0 * mu * g)
    g4 = 1.0 - g3
    a1, a2 = g1 * g4 + g2 * g3, g1 * g3 + g2 * g4
    k = np.sqrt(max(g1 * g1 - g2 * g2, 1e-12))
    e = np.exp(-k * tau)
    e2 = e * e
    straight = np.exp(-tau / mu)
    norm = 1.0 / (k + g1 + (k - g1) * e2)
    kmu = k * mu
    odd = 1.0 - kmu * kmu
    if abs(odd) < 1e-6:
        odd = 1e-6
    front = w * norm / odd
    back = front * ((1.0 - kmu) * (a2 + k * g3) - (1.0 + kmu) * (a2 - k * g3) * e2 - 2.0 * k * (g3 - a2 * mu) * e * straight)
    forth = front * (2.0 * k * (g4 + a1 * mu) * e - straight * ((1.0 + kmu) * (a1 + k * g4) - (1.0 - kmu) * (a1 - k * g4) * e2))
    return g2 * (1.0 - e2) * norm, 2.0 * k * e * norm, max(back, 0.0), max(forth, 0.0), straight


@nb.njit(error_model="numpy")
def swadding(tau, scatter, asymmetry, cloud, albedo, sun, share):
    bands, layers, columns = tau.shape
    up, down, direct = np.zeros((layers + 1, columns)), np.zeros((layers + 1, columns)), np.zeros((layers + 1, columns))
    reflect, through, forth = np.empty((layers, columns)), np.empty((layers, columns)), np.empty((layers, columns))
    back = np.empty((layers, columns))
    beam, below, source = np.empty((layers + 1, columns)), np.empty((layers + 1, columns)), np.empty((layers + 1, columns))
    flux = np.empty(columns)
    for b in range(bands):
        for c in range(columns):
            beam[0, c] = share[b] * sun[c]
            direct[0, c] += beam[0, c]
        for i in range(layers):
            for c in range(columns):
                t, k = tau[b, i, c], cloud[i, c]
                total = t + k
                w = (t * scatter[b, i, c] + 0.999 * k) / total
                g = (t * scatter[b, i, c] * asymmetry[b, i, c] + 0.86 * 0.999 * k) / (total * w)
                reflect[i, c], through[i, c], back[i, c], forth[i, c], straight = two_streams(total, w, g, sun[c])
                beam[i + 1, c] = beam[i, c] * straight
                direct[i + 1, c] += beam[i + 1, c]
        for c in range(columns):
            below[layers, c] = albedo[c]
            source[layers, c] = albedo[c] * beam[layers, c]
            flux[c] = 0.0
        for i in range(layers - 1, -1, -1):
            for c in range(columns):
                often = 1.0 / (1.0 - below[i + 1, c] * reflect[i, c])
                below[i, c] = reflect[i, c] + through[i, c] ** 2 * below[i + 1, c] * often
                sent = source[i + 1, c] + below[i + 1, c] * forth[i, c] * beam[i, c]
                source[i, c] = back[i, c] * beam[i, c] + through[i, c] * sent * often
        for c in range(columns):
            up[0, c] += source[0, c]
        for i in range(layers):
            for c in range(columns):
                often = 1.0 / (1.0 - below[i + 1, c] * reflect[i, c])
                flux[c] = (through[i, c] * flux[c] + reflect[i, c] * source[i + 1, c] + forth[i, c] * beam[i, c]) * often
                down[i + 1, c] += flux[c]
                up[i + 1, c] += below[i + 1, c] * flux[c] + source[i + 1, c]
    return up, down, direct
