import numpy as np


def scaled(tau, w, g):
    """The forward peak counts as not scattered."""
    f = g * g
    return tau * (1.0 - w * f), w * (1.0 - f) / (1.0 - w * f), g / (1.0 + g)


def two_streams(tau, w, g, mu):
    """What layers reflect and let through of diffuse and of direct light, after Meador and Weaver."""
    g1 = 0.25 * (7.0 - w * (4.0 + 3.0 * g))
    g2 = -0.25 * (1.0 - w * (4.0 - 3.0 * g))
    g3 = 0.25 * (2.0 - 3.0 * mu * g)
    g4 = 1.0 - g3
    a1, a2 = g1 * g4 + g2 * g3, g1 * g3 + g2 * g4
    k = np.sqrt(np.maximum(g1 * g1 - g2 * g2, 1e-12))
    e = np.exp(-k * tau)
    e2 = e * e
    straight = np.exp(-tau / mu)
    norm = 1.0 / (k + g1 + (k - g1) * e2)
    kmu = k * mu
    odd = 1.0 - kmu * kmu
    odd = np.where(np.abs(odd) < 1e-6, 1e-6, odd)
    front = w * norm / odd
    reflect = g2 * (1.0 - e2) * norm
    through = 2.0 * k * e * norm
    back = front * ((1.0 - kmu) * (a2 + k * g3) - (1.0 + kmu) * (a2 - k * g3) * e2 - 2.0 * k * (g3 - a2 * mu) * e * straight)
    forth = front * (2.0 * k * (g4 + a1 * mu) * e - straight * ((1.0 + kmu) * (a1 + k * g4) - (1.0 - kmu) * (a1 - k * g4) * e2))
    return reflect, through, np.maximum(back, 0.0), np.maximum(forth, 0.0), straight


def swadding(tau, scatter, asymmetry, cloud, albedo, sun, share):
    """Fluxes up, down and straight from the sun at all edges, summed over bands."""
    bands, layers, columns = tau.shape
    up, down, direct = np.zeros((layers + 1, columns)), np.zeros((layers + 1, columns)), np.zeros((layers + 1, columns))
    for b in range(bands):
        total = tau[b] + cloud
        w = (tau[b] * scatter[b] + 0.999 * cloud) / total
        g = (tau[b] * scatter[b] * asymmetry[b] + 0.86 * 0.999 * cloud) / (total * w)
        reflect, through, back, forth, straight = two_streams(*scaled(total, w, g), sun)
        beam = np.empty((layers + 1, columns))
        beam[0] = share[b] * sun
        for i in range(layers):
            beam[i + 1] = beam[i] * straight[i]
        below = np.empty((layers + 1, columns))
        source = np.empty((layers + 1, columns))
        below[-1] = albedo
        source[-1] = albedo * beam[-1]
        for i in range(layers - 1, -1, -1):
            often = 1.0 / (1.0 - below[i + 1] * reflect[i])
            below[i] = reflect[i] + through[i] ** 2 * below[i + 1] * often
            source[i] = back[i] * beam[i] + through[i] * (source[i + 1] + below[i + 1] * forth[i] * beam[i]) * often
        flux = np.zeros(columns)
        up[0] += source[0]
        for i in range(layers):
            often = 1.0 / (1.0 - below[i + 1] * reflect[i])
            flux = (through[i] * flux + reflect[i] * source[i + 1] + forth[i] * beam[i]) * often
            down[i + 1] += flux
            up[i + 1] += below[i + 1] * flux + source[i + 1]
        direct += beam
    return up, down, direct
