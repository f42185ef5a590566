import numpy as np


def means(m, levels):
    """Arithmetic means and half differences of Gauss' iteration from 1 and sqrt(1 - m)."""
    a, b = [np.ones_like(m)], np.sqrt(1.0 - m)
    c = [np.sqrt(m)]
    for level in range(levels):
        now = a[-1]
        a.append(0.5 * (now + b))
        c.append(0.5 * (now - b))
        b = np.sqrt(now * b)
    return a, c


def elliptic(u, m, levels=6):
    a, c = means(m, levels)
    K = np.pi / (2.0 * a[-1])
    E = K * (1.0 - sum(2.0 ** (i - 1) * ci**2 for i, ci in enumerate(c)))
    phi = 2.0**levels * a[-1] * u[:, None]
    for ai, ci in zip(a[:0:-1], c[:0:-1]):
        phi = 0.5 * (phi + np.arcsin(ci / ai * np.sin(phi)))
    sn = np.sin(phi)
    return sn, np.cos(phi), np.sqrt(1.0 - m * sn**2), K, E
