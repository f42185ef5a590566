import numba as nb
import numpy as np


@nb.njit
def derivatives(z, kx, over, gx, gy, vx, vy):
    n = z.shape[0]
    for i in range(n):
        for j in range(n):
            v = z[i, j]
            p = -v * over[i, j]
            gx[i, j], gy[i, j] = 1j * kx[i] * p, 1j * kx[j] * p
            vx[i, j], vy[i, j] = 1j * kx[i] * v, 1j * kx[j] * v


@nb.njit
def gather(bracket, z, kx, over, keep, beta, nu, out):
    n = z.shape[0]
    for i in range(n):
        for j in range(n):
            v = z[i, j]
            part = -bracket[i, j] + 1j * beta * kx[j] * v * over[i, j]
            out[i, j] = part * keep[i, j] - nu * (kx[i] ** 2 + kx[j] ** 2) ** 2 * v


@nb.njit
def bracket_of(gx, gy, vx, vy, out):
    n = gx.shape[0]
    for i in range(n):
        for j in range(n):
            out[i, j] = gx[i, j].real * vy[i, j].real - gy[i, j].real * vx[i, j].real


@nb.njit
def combine(z, a, b, c, d, dt, over):
    n = z.shape[0]
    energy, enstrophy = 0.0, 0.0
    for i in range(n):
        for j in range(n):
            v = z[i, j] + dt / 6.0 * (a[i, j] + 2.0 * b[i, j] + 2.0 * c[i, j] + d[i, j])
            z[i, j] = v
            power = v.real * v.real + v.imag * v.imag
            energy += power * over[i, j]
            enstrophy += power
    return energy, enstrophy


def hasegawa(phi, steps, dt=0.02, beta=1.5, nu=1e-5):
    """Transforms are NumPy's; what lies between them is compiled."""
    n = phi.shape[0]
    k = np.fft.fftfreq(n, 1.0 / n)
    k2 = k[:, None] ** 2 + k ** 2
    over, low = 1.0 / (k2 + 1.0), np.abs(k) < n / 3
    keep = (low[:, None] & low).astype(np.float64)
    fields = np.empty((4, n, n), complex)
    grid = np.empty((n, n))

    def slope(z):
        derivatives(z, k, over, *fields)
        bracket_of(*np.fft.ifft2(fields), grid)
        out = np.empty_like(z)
        gather(np.fft.fft2(grid), z, k, over, keep, beta, nu, out)
        return out

    z = -(k2 + 1.0) * np.fft.fft2(phi) * keep
    energy, enstrophy = np.zeros(steps), np.zeros(steps)
    for t in range(steps):
        k1 = slope(z)
        k2_ = slope(z + 0.5 * dt * k1)
        k3 = slope(z + 0.5 * dt * k2_)
        k4 = slope(z + dt * k3)
        energy[t], enstrophy[t] = combine(z, k1, k2_, k3, k4, dt, over)
    phi[:] = np.fft.ifft2(-z * over).real
    return 0.5 * energy / n ** 4, 0.5 * enstrophy / n ** 4
