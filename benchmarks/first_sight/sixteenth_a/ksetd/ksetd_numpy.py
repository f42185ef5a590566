import numpy as np
from numpy.fft import fft, ifft


def phis(L, h, points=16):
    """Coefficients of the scheme as means over circles about h L."""
    turn = np.exp(1j * np.pi * (np.arange(1, points + 1) - 0.5) / points)
    z = h * L[:, None] + turn[None, :]
    q = h * np.real(np.mean((np.exp(z / 2) - 1.0) / z, axis=1))
    f1 = h * np.real(np.mean((-4.0 - z + np.exp(z) * (4.0 - 3.0 * z + z**2)) / z**3, axis=1))
    f2 = h * np.real(np.mean((2.0 + z + np.exp(z) * (-2.0 + z)) / z**3, axis=1))
    f3 = h * np.real(np.mean((-4.0 - 3.0 * z - z**2 + np.exp(z) * (4.0 - z)) / z**3, axis=1))
    return q, f1, f2, f3


def march(u, length, h, steps):
    n = u.shape[0]
    half = n // 2
    k = np.concatenate((np.arange(0, half), np.zeros(1), np.arange(-half + 1, 0))) * (2.0 * np.pi / length)
    L = k**2 - k**4
    E, E2 = np.exp(h * L), np.exp(h * L / 2.0)
    q, f1, f2, f3 = phis(L, h)
    g = -0.5j * k
    v = fft(u)
    energy = np.empty(steps)
    for step in range(steps):
        nv = g * fft(np.real(ifft(v)) ** 2)
        a = E2 * v + q * nv
        na = g * fft(np.real(ifft(a)) ** 2)
        b = E2 * v + q * na
        nb = g * fft(np.real(ifft(b)) ** 2)
        c = E2 * a + q * (2.0 * nb - nv)
        nc = g * fft(np.real(ifft(c)) ** 2)
        v = E * v + nv * f1 + 2.0 * (na + nb) * f2 + nc * f3
        energy[step] = np.sum(np.abs(v) ** 2) / n**2
    return np.real(ifft(v)), energy
