import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def wind(w, kx, ky, inverse, out):
    n, m = w.shape
    for j in range(n):
        for i in range(m):
            psi = -w[j, i] * inverse[j, i]
            out[0, j, i] = -1j * ky[j, 0] * psi
            out[1, j, i] = 1j * kx[i] * psi
            out[2, j, i] = w[j, i]


@nb.njit(error_model="numpy")
def flux(fields):
    _, n, m = fields.shape
    out = np.empty((2, n, m))
    for j in range(n):
        for i in range(m):
            out[0, j, i] = fields[0, j, i] * fields[2, j, i]
            out[1, j, i] = fields[1, j, i] * fields[2, j, i]
    return out


@nb.njit(error_model="numpy")
def gather(w, moved, kx, ky, inverse, keep, beta, out):
    n, m = w.shape
    for j in range(n):
        for i in range(m):
            if keep[j, i]:
                psi = -w[j, i] * inverse[j, i]
                out[j, i] = -(1j * kx[i] * moved[0, j, i] + 1j * ky[j, 0] * moved[1, j, i]) - beta * 1j * kx[i] * psi
            else:
                out[j, i] = 0.0


@nb.njit(error_model="numpy")
def combine(w, x, fw, fx, out):
    n, m = w.shape
    for j in range(n):
        for i in range(m):
            out[j, i] = fw[j, i] * w[j, i] + fx[j, i] * x[j, i]


@nb.njit(error_model="numpy")
def finish(w, a, b, c, d, decay, half, dt):
    n, m = w.shape
    for j in range(n):
        for i in range(m):
            w[j, i] = decay[j, i] * w[j, i] + dt / 6.0 * (decay[j, i] * a[j, i] + 2.0 * half[j, i] * (b[j, i] + c[j, i]) + d[j, i])


def betaqg(q, steps, dt=5e-3, beta=8.0, nu=1e-7, drag=0.05):
    """Transforms are NumPy's; what lies between them is compiled."""
    n = q.shape[0]
    kx = np.fft.rfftfreq(n, 1.0 / n)
    ky = np.fft.fftfreq(n, 1.0 / n)[:, np.newaxis]
    k2 = kx ** 2 + ky ** 2
    inverse = np.zeros(k2.shape)
    inverse[k2 > 0.0] = 1.0 / k2[k2 > 0.0]
    keep = (np.abs(kx) < n / 3.0) & (np.abs(ky) < n / 3.0)
    decay = np.exp(-dt * (nu * k2 ** 2 + drag))
    half, even = np.sqrt(decay), np.full(k2.shape, 0.5 * dt)
    w = np.fft.rfft2(q)
    three, mid = np.empty((3, *w.shape), complex), np.empty_like(w)
    a, b, c, d = (np.empty_like(w) for _ in range(4))
    enstrophy = np.zeros(steps)

    def advance(w, out):
        wind(w, kx, ky, inverse, three)
        moved = np.fft.rfft2(flux(np.fft.irfft2(three, s=(n, n))))
        gather(w, moved, kx, ky, inverse, keep, beta, out)

    for t in range(steps):
        advance(w, a)
        combine(w, a, half, half * even, mid)
        advance(mid, b)
        combine(w, b, half, even, mid)
        advance(mid, c)
        combine(w, c, decay, dt * half, mid)
        advance(mid, d)
        finish(w, a, b, c, d, decay, half, dt)
        enstrophy[t] = 0.5 * np.mean(np.fft.irfft2(w, s=(n, n)) ** 2)
    q[...] = np.fft.irfft2(w, s=(n, n))
    return enstrophy
