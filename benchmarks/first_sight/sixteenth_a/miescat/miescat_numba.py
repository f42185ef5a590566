import numba as nb
import numpy as np


@nb.njit
def mie(x, m, terms, extra=16):
    size = x.size
    qext, qsca, asym = np.zeros(size), np.zeros(size), np.zeros(size)
    d = np.zeros(terms + extra + 1, np.complex128)
    for p in range(size):
        s = x[p]
        z = m * s
        inverse = 1.0 / z
        last = min(terms, int(np.floor(s + 4.0 * np.cbrt(s) + 2.0)))
        d[terms + extra] = 0.0
        for n in range(terms + extra, 0, -1):
            ratio = n * inverse
            d[n - 1] = ratio - 1.0 / (d[n] + ratio)
        psi0, psi1, chi0, chi1 = np.cos(s), np.sin(s), -np.sin(s), np.cos(s)
        ext, sca, g = 0.0, 0.0, 0.0
        an1, bn1 = 0.0j, 0.0j
        over = 1.0 / m
        for n in range(1, last + 1):
            f = (2.0 * n - 1.0) / s
            psi, chi = f * psi1 - psi0, f * chi1 - chi0
            ns = n / s
            ta, tb = d[n] * over + ns, d[n] * m + ns
            an = (ta * psi - psi1) / (ta * complex(psi, -chi) - complex(psi1, -chi1))
            bn = (tb * psi - psi1) / (tb * complex(psi, -chi) - complex(psi1, -chi1))
            w = 2.0 * n + 1.0
            ext += w * (an.real + bn.real)
            sca += w * (an.real**2 + an.imag**2 + bn.real**2 + bn.imag**2)
            g += w / (n * (n + 1.0)) * (an.real * bn.real + an.imag * bn.imag)
            g += (n - 1.0) * (n + 1.0) / n * (an1.real * an.real + an1.imag * an.imag + bn1.real * bn.real + bn1.imag * bn.imag)
            psi0, psi1, chi0, chi1, an1, bn1 = psi1, psi, chi1, chi, an, bn
        qext[p], qsca[p], asym[p] = 2.0 * ext / (s * s), 2.0 * sca / (s * s), 2.0 * g / sca
    return qext, qsca, asym
