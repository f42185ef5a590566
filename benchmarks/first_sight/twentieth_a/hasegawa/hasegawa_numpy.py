import numpy as np


def slope(z, kx, ky, over, keep, beta, nu):
    p = -z * over
    grid = np.fft.ifft2(1j * kx * p).real, np.fft.ifft2(1j * ky * p).real
    vort = np.fft.ifft2(1j * kx * z).real, np.fft.ifft2(1j * ky * z).real
    bracket = np.fft.fft2(grid[0] * vort[1] - grid[1] * vort[0])
    return (-bracket - 1j * beta * ky * p) * keep - nu * (kx ** 2 + ky ** 2) ** 2 * z


def hasegawa(phi, steps, dt=0.02, beta=1.5, nu=1e-5):
    """(del^2 - 1) d phi/dt + [phi, del^2 phi] + beta d phi/dy = 0."""
    n = phi.shape[0]
    k = np.fft.fftfreq(n, 1.0 / n)
    kx, ky = k[:, np.newaxis], k[np.newaxis, :]
    k2 = kx ** 2 + ky ** 2
    over = 1.0 / (k2 + 1.0)
    keep = (np.abs(kx) < n / 3) & (np.abs(ky) < n / 3)
    energy = np.zeros(steps)
    enstrophy = np.zeros(steps)
    z = -(k2 + 1.0) * np.fft.fft2(phi) * keep
    for t in range(steps):
        k1 = slope(z, kx, ky, over, keep, beta, nu)
        k2_ = slope(z + 0.5 * dt * k1, kx, ky, over, keep, beta, nu)
        k3 = slope(z + 0.5 * dt * k2_, kx, ky, over, keep, beta, nu)
        k4 = slope(z + dt * k3, kx, ky, over, keep, beta, nu)
        z += dt / 6.0 * (k1 + 2.0 * k2_ + 2.0 * k3 + k4)
        power = np.abs(z) ** 2
        energy[t] = 0.5 * np.sum(power * over) / n ** 4
        enstrophy[t] = 0.5 * np.sum(power) / n ** 4
    phi[:] = np.fft.ifft2(-z * over).real
    return energy, enstrophy
