import numpy as np


def waves(n):
    k = np.fft.fftfreq(n, 1.0 / n)
    kx, ky = k[:, np.newaxis], k[np.newaxis, :]
    keep = (np.abs(kx) < n / 3.0) & (np.abs(ky) < n / 3.0)
    return kx, ky, keep


def tendency(what, kx, ky, inverse, keep):
    """Advection of vorticity by the flow that it induces, without aliases."""
    psi = what * inverse
    u = np.real(np.fft.ifft2(1j * ky * psi))
    v = np.real(np.fft.ifft2(-1j * kx * psi))
    wx = np.real(np.fft.ifft2(1j * kx * what))
    wy = np.real(np.fft.ifft2(1j * ky * what))
    return -np.fft.fft2(u * wx + v * wy) * keep


def turbulence(omega, steps, nu, dt):
    """Two-dimensional flow in vorticity: midpoint rule, viscosity exactly."""
    n = omega.shape[0]
    kx, ky, keep = waves(n)
    square = kx**2 + ky**2
    inverse = 1.0 / np.where(square == 0.0, 1.0, square)
    half = np.exp(-0.5 * nu * dt * square)
    what = np.fft.fft2(omega)
    enstrophy = np.zeros(steps)
    for s in range(steps):
        middle = half * (what + 0.5 * dt * tendency(what, kx, ky, inverse, keep))
        what = half * (half * what + dt * tendency(middle, kx, ky, inverse, keep))
        enstrophy[s] = 0.5 * np.sum(np.abs(what) ** 2) / n**4
    omega[:] = np.real(np.fft.ifft2(what))
    return enstrophy
