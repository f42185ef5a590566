import numba as nb
import numpy as np


@nb.njit
def term(before, now, diagonal, kinetic, twice):
    """before becomes twice H now - before, a real plane."""
    n, m = diagonal.shape
    for i in range(n):
        up, here, down, out, d = now[i], now[i + 1], now[i + 2], before[i + 1], diagonal[i]
        for j in range(m):
            out[j + 1] = twice * (d[j] * here[j + 1] - kinetic * (up[j + 1] + down[j + 1] + here[j] + here[j + 2])) - out[j + 1]


@nb.njit
def add(tr, ti, re, im, c):
    n, m = tr.shape
    for i in range(n):
        a, b, x, y = tr[i], ti[i], re[i + 1], im[i + 1]
        for j in range(m):
            a[j] += c.real * x[j + 1] - c.imag * y[j + 1]
            b[j] += c.real * y[j + 1] + c.imag * x[j + 1]


@nb.njit
def propagate(psi, potential, coefficients, phase, h, centre, radius, steps):
    """Real and imaginary planes apart, with a rim of zeros."""
    n, m = psi.shape
    kinetic = 0.5 / (h * h * radius)
    diagonal = (potential - centre) / radius + 4.0 * kinetic
    norms = np.zeros(steps)
    br, bi, nr, ni = np.zeros((n + 2, m + 2)), np.zeros((n + 2, m + 2)), np.zeros((n + 2, m + 2)), np.zeros((n + 2, m + 2))
    tr, ti = psi.real.copy(), psi.imag.copy()
    for step in range(steps):
        br[1:-1, 1:-1], bi[1:-1, 1:-1] = tr, ti
        nr[:], ni[:], tr[:], ti[:] = 0.0, 0.0, 0.0, 0.0
        add(tr, ti, br, bi, coefficients[0])
        term(nr, br, diagonal, kinetic, 1.0)
        term(ni, bi, diagonal, kinetic, 1.0)
        add(tr, ti, nr, ni, coefficients[1])
        for k in range(2, coefficients.size):
            term(br, nr, diagonal, kinetic, 2.0)
            term(bi, ni, diagonal, kinetic, 2.0)
            add(tr, ti, br, bi, coefficients[k])
            br, bi, nr, ni = nr, ni, br, bi
        norm = 0.0
        for i in range(n):
            for j in range(m):
                x, y = tr[i, j], ti[i, j]
                tr[i, j], ti[i, j] = phase.real * x - phase.imag * y, phase.real * y + phase.imag * x
                norm += x * x + y * y
        norms[step] = norm * h**2
    return tr + 1j * ti, norms
