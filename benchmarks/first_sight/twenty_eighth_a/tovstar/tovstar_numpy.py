import numpy as np


def slopes(r, m, p, K, gamma):
    """How gravity's mass, pressure and the mass of baryons change outwards."""
    p = np.maximum(p, 0.0)
    rho = (p / K) ** (1.0 / gamma)
    eps = rho + p / (gamma - 1.0)
    shell = 4.0 * np.pi * r * r
    return shell * eps, -(eps + p) * (m + shell * r * p) / (r * (r - 2.0 * m)), shell * rho / np.sqrt(1.0 - 2.0 * m / r)


def tovstar(dense, h, K=100.0, gamma=2.0):
    """Radius, mass and mass of baryons for each star, and which is the heaviest."""
    p = K * dense ** gamma
    eps = dense + p / (gamma - 1.0)
    r = h
    m = 4.0 / 3.0 * np.pi * r ** 3 * eps
    baryons = 4.0 / 3.0 * np.pi * r ** 3 * dense
    p -= 2.0 / 3.0 * np.pi * (eps + p) * (eps + 3.0 * p) * r * r
    radius = np.zeros(dense.size)
    alive = p > 0.0
    while alive.any():
        m1, p1, b1 = slopes(r, m, p, K, gamma)
        m2, p2, b2 = slopes(r + 0.5 * h, m + 0.5 * h * m1, p + 0.5 * h * p1, K, gamma)
        m3, p3, b3 = slopes(r + 0.5 * h, m + 0.5 * h * m2, p + 0.5 * h * p2, K, gamma)
        m4, p4, b4 = slopes(r + h, m + h * m3, p + h * p3, K, gamma)
        new = p + h / 6.0 * (p1 + 2.0 * p2 + 2.0 * p3 + p4)
        ends = alive & (new <= 1e-14)
        radius[ends] = r + h * p[ends] / (p[ends] - new[ends])
        alive &= ~ends
        m += np.where(alive, h / 6.0 * (m1 + 2.0 * m2 + 2.0 * m3 + m4), 0.0)
        baryons += np.where(alive, h / 6.0 * (b1 + 2.0 * b2 + 2.0 * b3 + b4), 0.0)
        p = np.where(alive, new, 0.0)
        r += h
    return radius, m, baryons, np.argmax(m)
