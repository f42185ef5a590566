import numpy as np


def advance(w, kx, ky, inverse, keep, beta):
    """Change of the transformed vorticity: what the wind carries and the slope of the planet's own."""
    psi = -w * inverse
    n = w.shape[0]
    u = np.fft.irfft2(-1j * ky * psi, s=(n, n))
    v = np.fft.irfft2(1j * kx * psi, s=(n, n))
    q = np.fft.irfft2(w, s=(n, n))
    flux = 1j * kx * np.fft.rfft2(u * q) + 1j * ky * np.fft.rfft2(v * q)
    return keep * (-flux - beta * 1j * kx * psi)


def betaqg(q, steps, dt=5e-3, beta=8.0, nu=1e-7, drag=0.05):
    n = q.shape[0]
    kx = np.fft.rfftfreq(n, 1.0 / n)
    ky = np.fft.fftfreq(n, 1.0 / n)[:, np.newaxis]
    k2 = kx ** 2 + ky ** 2
    inverse = np.zeros(k2.shape)
    inverse[k2 > 0.0] = 1.0 / k2[k2 > 0.0]
    keep = (np.abs(kx) < n / 3.0) & (np.abs(ky) < n / 3.0)
    decay = np.exp(-dt * (nu * k2 ** 2 + drag))
    half = np.sqrt(decay)
    w = np.fft.rfft2(q)
    enstrophy = np.zeros(steps)
    for t in range(steps):
        a = advance(w, kx, ky, inverse, keep, beta)
        b = advance(half * (w + 0.5 * dt * a), kx, ky, inverse, keep, beta)
        c = advance(half * w + 0.5 * dt * b, kx, ky, inverse, keep, beta)
        d = advance(decay * w + dt * half * c, kx, ky, inverse, keep, beta)
        w = decay * w + dt / 6.0 * (decay * a + 2.0 * half * (b + c) + d)
        enstrophy[t] = 0.5 * np.mean(np.fft.irfft2(w, s=(n, n)) ** 2)
    q[...] = np.fft.irfft2(w, s=(n, n))
    return enstrophy
