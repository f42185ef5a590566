import numpy as np


def covariant(psi, ux, uy, h):
    """The Laplacian that turns neighbours by the links between; nothing crosses the border."""
    out = np.zeros_like(psi)
    out[:-1] += ux * psi[1:] - psi[:-1]
    out[1:] += np.conj(ux) * psi[:-1] - psi[1:]
    out[:, :-1] += uy * psi[:, 1:] - psi[:, :-1]
    out[:, 1:] += np.conj(uy) * psi[:, :-1] - psi[:, 1:]
    return out / h ** 2


def tdglink(psi, ax, ay, field, steps, dt=0.01, h=0.5, kappa=2.0):
    """A superconductor in a field from outside, by links: energy of the order at each step, and the field inside."""
    order = np.zeros(steps)
    for t in range(steps):
        ux, uy = np.exp(-1j * h * ax), np.exp(-1j * h * ay)
        curl = (ay[1:] - ay[:-1] - ax[:, 1:] + ax[:, :-1]) / h
        edged = np.pad(curl, 1, constant_values=field)
        jx = np.imag(np.conj(psi[:-1]) * ux * psi[1:]) / h
        jy = np.imag(np.conj(psi[:, :-1]) * uy * psi[:, 1:]) / h
        psi += dt * (covariant(psi, ux, uy, h) + (1.0 - np.abs(psi) ** 2) * psi)
        ax += dt * (jx - kappa ** 2 * (edged[1:-1, 1:] - edged[1:-1, :-1]) / h)
        ay += dt * (jy + kappa ** 2 * (edged[1:, 1:-1] - edged[:-1, 1:-1]) / h)
        order[t] = np.mean(np.abs(psi) ** 2)
    return order, curl
