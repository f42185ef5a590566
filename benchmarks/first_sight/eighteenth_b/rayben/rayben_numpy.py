import numpy as np


def stream(vorticity, dx, dz):
    """The stream function, zero at both walls: Fourier's transform along the layer, a tridiagonal system across for each wave."""
    nx, nz = vorticity.shape
    right = -np.fft.rfft(vorticity, axis=0)[:, 1:-1]
    wave = (2.0 * np.cos(2.0 * np.pi * np.arange(nx // 2 + 1) / nx) - 2.0) / dx**2
    diagonal = wave - 2.0 / dz**2
    beside = 1.0 / dz**2
    factor = np.zeros((len(wave), nz - 2))
    factor[:, 0] = beside / diagonal
    right[:, 0] /= diagonal
    for k in range(1, nz - 2):
        pivot = diagonal - beside * factor[:, k - 1]
        factor[:, k] = beside / pivot
        right[:, k] = (right[:, k] - beside * right[:, k - 1]) / pivot
    for k in range(nz - 4, -1, -1):
        right[:, k] -= factor[:, k] * right[:, k + 1]
    psi = np.zeros((nx, nz))
    psi[:, 1:-1] = np.fft.irfft(right, nx, axis=0)
    return psi


def along(q, dx):
    return (np.roll(q, -1, axis=0) - np.roll(q, 1, axis=0)) / (2.0 * dx)


def across(q, dz):
    return (q[:, 2:] - q[:, :-2]) / (2.0 * dz)


def laplacian(q, dx, dz):
    sides = (np.roll(q, -1, axis=0) - 2.0 * q + np.roll(q, 1, axis=0))[:, 1:-1] / dx**2
    return sides + (q[:, 2:] - 2.0 * q[:, 1:-1] + q[:, :-2]) / dz**2


def convect(temperature, vorticity, aspect, rayleigh, prandtl, dt, steps):
    """Rayleigh's and Benard's rolls between walls that do not slip, in place: Nusselt numbers and energies on the way."""
    nx, nz = temperature.shape
    dx, dz = aspect / nx, 1.0 / (nz - 1)
    nusselt = np.zeros(steps)
    energy = np.zeros(steps)
    for step in range(steps):
        psi = stream(vorticity, dx, dz)
        vorticity[:, 0] = -2.0 * psi[:, 1] / dz**2
        vorticity[:, -1] = -2.0 * psi[:, -2] / dz**2
        u = across(psi, dz)
        w = -along(psi, dx)[:, 1:-1]
        warmer = along(temperature, dx)[:, 1:-1]
        heat = laplacian(temperature, dx, dz) - u * warmer - w * across(temperature, dz)
        turn = prandtl * laplacian(vorticity, dx, dz) - u * along(vorticity, dx)[:, 1:-1] - w * across(vorticity, dz)
        turn -= rayleigh * prandtl * warmer
        temperature[:, 1:-1] += dt * heat
        vorticity[:, 1:-1] += dt * turn
        nusselt[step] = 1.0 + np.mean(w * temperature[:, 1:-1])
        energy[step] = 0.5 * np.mean(u**2 + w**2)
    return nusselt, energy
