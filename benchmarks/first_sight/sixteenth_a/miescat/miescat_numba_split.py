import numba as nb
import numpy as np


@nb.njit
def over(a, b):
    """a / b without scaling: nothing here is near the ends of the range."""
    s = 1.0 / (b.real * b.real + b.imag * b.imag)
    return complex((a.real * b.real + a.imag * b.imag) * s, (a.imag * b.real - a.real * b.imag) * s)


@nb.njit
def mie(x, m, terms, extra=16):
    size = x.size
    qext, qsca, asym = np.zeros(size), np.zeros(size), np.zeros(size)
    d = np.zeros(terms + extra + 1, np.complex128)
    inverse_m = 1.0 / m
    for p in range(size):
        s = x[p]
        inverse, inverse_s = 1.0 / (m * s), 1.0 / s
        last = min(terms, int(np.floor(s + 4.0 * np.cbrt(s) + 2.0)))
        d[terms + extra] = 0.0
        for n in range(terms + extra, 0, -1):
            w = d[n] + n * inverse
            size2 = 1.0 / (w.real * w.real + w.imag * w.imag)
            d[n - 1] = n * inverse - complex(w.real * size2, -w.imag * size2)
        psi0, psi1, chi0, chi1 = np.cos(s), np.sin(s), -np.sin(s), np.cos(s)
        ext, sca, g = 0.0, 0.0, 0.0
        an1, bn1 = 0.0j, 0.0j
        for n in range(1, last + 1):
            f = (2.0 * n - 1.0) * inverse_s
            psi, chi = f * psi1 - psi0, f * chi1 - chi0
            ns = n * inverse_s
            ta, tb = d[n] * inverse_m + ns, d[n] * m + ns
            an = over(ta * psi - psi1, ta * complex(psi, -chi) - complex(psi1, -chi1))
            bn = over(tb * psi - psi1, tb * complex(psi, -chi) - complex(psi1, -chi1))
            w2 = 2.0 * n + 1.0
            ext += w2 * (an.real + bn.real)
            sca += w2 * (an.real**2 + an.imag**2 + bn.real**2 + bn.imag**2)
            g += w2 / (n * (n + 1.0)) * (an.real * bn.real + an.imag * bn.imag)
            g += (n - 1.0) * (n + 1.0) / n * (an1.real * an.real + an1.imag * an.imag + bn1.real * bn.real + bn1.imag * bn.imag)
            psi0, psi1, chi0, chi1, an1, bn1 = psi1, psi, chi1, chi, an, bn
        qext[p], qsca[p], asym[p] = 2.0 * ext / (s * s), 2.0 * sca / (s * s), 2.0 * g / sca
    return qext, qsca, asym
