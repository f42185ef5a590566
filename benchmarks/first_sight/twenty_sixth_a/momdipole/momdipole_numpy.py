import numpy as np


def kernel(z, k, a):
    """The field of a current on a thin wire after Richmond."""
    R = np.sqrt(z ** 2 + a ** 2)
    kr = k * R
    return np.exp(-1j * kr) / (4.0 * np.pi * R ** 5) * ((1.0 + 1j * kr) * (2.0 * R ** 2 - 3.0 * a ** 2) + (k * a * R) ** 2)


def momdipole(ends, a, ks, order=8):
    """A dipole by pulses and points (Pocklington): what it answers at its feed, and the pattern of the last tone."""
    x, w = np.polynomial.legendre.leggauss(order)
    width = np.diff(ends)
    middle = 0.5 * (ends[1:] + ends[:-1])
    n = middle.size
    feed = n // 2
    source = middle[:, None] + 0.5 * width[:, None] * x
    far = middle[:, None, None] - source
    impedance = np.zeros(ks.size, dtype=complex)
    for f in range(ks.size):
        k = ks[f]
        Z = 0.5 * width * (kernel(far, k, a) @ w)
        E = np.zeros(n, dtype=complex)
        E[feed] = -1j * k / 376.730313668 / width[feed]
        current = np.linalg.solve(Z, E)
        impedance[f] = 1.0 / current[feed]
    theta = np.linspace(0.0, np.pi, 61)
    pattern = np.abs(np.sin(theta) * np.sum(current * width * np.exp(1j * k * middle * np.cos(theta)[:, None]), axis=1))
    return impedance, current, pattern / np.max(pattern)
