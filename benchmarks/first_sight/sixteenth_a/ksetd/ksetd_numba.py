import numba as nb
import numpy as np
from numpy.fft import irfft, rfft


def phis(L, h, points=16):
    turn = np.exp(1j * np.pi * (np.arange(1, points + 1) - 0.5) / points)
    z = h * L[:, None] + turn[None, :]
    e = np.exp(z)
    cube = z**3
    q = h * np.real(np.mean((np.exp(z / 2) - 1.0) / z, axis=1))
    f1 = h * np.real(np.mean((-4.0 - z + e * (4.0 - 3.0 * z + z**2)) / cube, axis=1))
    f2 = h * np.real(np.mean((2.0 + z + e * (-2.0 + z)) / cube, axis=1))
    f3 = h * np.real(np.mean((-4.0 - 3.0 * z - z**2 + e * (4.0 - z)) / cube, axis=1))
    return q, f1, f2, f3


@nb.njit
def stage(out, nonlinear, E2, q, base, gk, w):
    for i in range(base.size):
        nonlinear[i] = complex(gk[i] * w[i].imag, -gk[i] * w[i].real)
        out[i] = E2[i] * base[i] + q[i] * nonlinear[i]


@nb.njit
def third(out, nonlinear, E2, q, a, gk, w, nv):
    for i in range(a.size):
        nonlinear[i] = complex(gk[i] * w[i].imag, -gk[i] * w[i].real)
        out[i] = E2[i] * a[i] + q[i] * (2.0 * nonlinear[i] - nv[i])


@nb.njit
def last(v, gk, w, nv, na, nb_, E, f1, f2, f3, n):
    total = 0.0
    for i in range(v.size):
        nc = complex(gk[i] * w[i].imag, -gk[i] * w[i].real)
        v[i] = E[i] * v[i] + nv[i] * f1[i] + 2.0 * (na[i] + nb_[i]) * f2[i] + nc * f3[i]
        size = v[i].real ** 2 + v[i].imag ** 2
        total += size if i == 0 or i == v.size - 1 else 2.0 * size
    return total / n**2


def march(u, length, h, steps):
    """u is real, so half of its spectrum says all."""
    n = u.shape[0]
    half = n // 2
    k = np.arange(half + 1) * (2.0 * np.pi / length)
    k[half] = 0.0
    L = k**2 - k**4
    E, E2 = np.exp(h * L), np.exp(h * L / 2.0)
    q, f1, f2, f3 = phis(L, h)
    gk = 0.5 * k
    v = rfft(u)
    a, b, c, nv, na, nw = (np.empty_like(v) for _ in range(6))
    energy = np.empty(steps)
    for step in range(steps):
        stage(a, nv, E2, q, v, gk, rfft(irfft(v, n) ** 2))
        stage(b, na, E2, q, v, gk, rfft(irfft(a, n) ** 2))
        third(c, nw, E2, q, a, gk, rfft(irfft(b, n) ** 2), nv)
        energy[step] = last(v, gk, rfft(irfft(c, n) ** 2), nv, na, nw, E, f1, f2, f3, n)
    return irfft(v, n), energy
