import numpy as np


def log_derivative(z, terms, extra=16):
    """D_n(z), n = 0 ... terms, downwards."""
    d = np.zeros((terms + extra + 1, z.size), dtype=complex)
    for n in range(terms + extra, 0, -1):
        ratio = n / z
        d[n - 1] = ratio - 1.0 / (d[n] + ratio)
    return d[: terms + 1]


def mie(x, m, terms):
    d = log_derivative(m * x, terms)
    psi0, psi1 = np.cos(x), np.sin(x)
    chi0, chi1 = -np.sin(x), np.cos(x)
    xi1 = psi1 - 1j * chi1
    qext, qsca, g = np.zeros_like(x), np.zeros_like(x), np.zeros_like(x)
    an1 = np.zeros(x.size, dtype=complex)
    bn1 = np.zeros(x.size, dtype=complex)
    for n in range(1, terms + 1):
        live = n <= x + 4.0 * np.cbrt(x) + 2.0
        psi = (2.0 * n - 1.0) * psi1 / x - psi0
        chi = (2.0 * n - 1.0) * chi1 / x - chi0
        xi = psi - 1j * chi
        ta = d[n] / m + n / x
        tb = d[n] * m + n / x
        an = np.where(live, (ta * psi - psi1) / (ta * xi - xi1), 0.0)
        bn = np.where(live, (tb * psi - psi1) / (tb * xi - xi1), 0.0)
        qext += (2.0 * n + 1.0) * (an.real + bn.real)
        qsca += (2.0 * n + 1.0) * (np.abs(an) ** 2 + np.abs(bn) ** 2)
        g += (2.0 * n + 1.0) / (n * (n + 1.0)) * np.real(an * np.conj(bn))
        if n > 1:
            g += (n - 1.0) * (n + 1.0) / n * np.real(an1 * np.conj(an) + bn1 * np.conj(bn))
        psi0, psi1 = psi1, np.where(live, psi, psi1)
        chi0, chi1 = chi1, np.where(live, chi, chi1)
        xi1 = psi1 - 1j * chi1
        an1, bn1 = an, bn
    return 2.0 * qext / x**2, 2.0 * qsca / x**2, 2.0 * g / qsca
