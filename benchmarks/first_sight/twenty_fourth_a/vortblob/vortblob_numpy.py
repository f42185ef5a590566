import numpy as np


def velocity(z, strength, core):
    """How each vortex is carried by all others."""
    d = z[:, None] - z[None, :]
    far = d.real ** 2 + d.imag ** 2 + core ** 2
    return 1j * (strength * d / far).sum(axis=1) / (2.0 * np.pi)


def energy_of(z, strength, core):
    i, j = np.triu_indices(z.size, k=1)
    return -np.sum(strength[i] * strength[j] * np.log(np.abs(z[i] - z[j]) ** 2 + core ** 2)) / (4.0 * np.pi)


def vortblob(z, strength, core, dt, steps):
    for _ in range(steps):
        k1 = velocity(z, strength, core)
        k2 = velocity(z + 0.5 * dt * k1, strength, core)
        k3 = velocity(z + 0.5 * dt * k2, strength, core)
        k4 = velocity(z + dt * k3, strength, core)
        z = z + dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
    moments = np.array([strength @ z, strength @ np.abs(z) ** 2])
    return z, energy_of(z, strength, core), moments
