import numpy as np


def rates(u, k, force):
    """What neighbours and those next to them do to each shell; the energy they exchange is conserved."""
    v = np.conj(u)
    out = np.zeros_like(u)
    out[:, :-2] += k[:-2] * v[:, 1:-1] * v[:, 2:]
    out[:, 1:-1] -= 0.5 * k[:-2] * v[:, :-2] * v[:, 2:]
    out[:, 2:] -= 0.5 * k[:-2] * v[:, :-2] * v[:, 1:-1]
    out *= 1j
    out[:, 3] += force
    return out


def goyshell(u, k, steps, dt=2e-4, thick=1e-5, force=0.005 + 0.005j):
    """Viscosity by a factor, the rest after Runge and Kutta; the mean flux of the last step and moments of all."""
    u = u.copy()
    half = np.exp(-0.5 * dt * thick * k ** 2)
    energy = np.empty((steps, len(u)))
    moments = np.zeros((3, k.size))
    for t in range(steps):
        a = rates(u, k, force)
        b = rates(half * (u + 0.5 * dt * a), k, force)
        c = rates(half * u + 0.5 * dt * b, k, force)
        d = rates(half * (half * u + dt * c), k, force)
        u = half * (half * (u + dt / 6.0 * a) + dt / 3.0 * (b + c)) + dt / 6.0 * d
        size = np.abs(u)
        energy[t] = 0.5 * np.sum(size ** 2, axis=1)
        for p in range(3):
            moments[p] += np.mean(size ** (p + 1), axis=0)
    flux = np.mean(k[1:-1] * np.imag(u[:, :-2] * u[:, 1:-1] * u[:, 2:]), axis=0)
    return u, energy, flux, moments / steps
