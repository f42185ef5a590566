import numpy as np


class Hamiltonian:
    """Kinetic and potential energy on a square with walls, shifted and scaled into [-1, 1]."""

    def __init__(self, potential, h, centre, radius):
        self.kinetic = 0.5 / (h * h * radius)
        self.diagonal = (potential - centre) / radius + 4.0 * self.kinetic

    def __call__(self, psi):
        out = self.diagonal * psi
        out[1:, :] -= self.kinetic * psi[:-1, :]
        out[:-1, :] -= self.kinetic * psi[1:, :]
        out[:, 1:] -= self.kinetic * psi[:, :-1]
        out[:, :-1] -= self.kinetic * psi[:, 1:]
        return out


def propagate(psi, potential, coefficients, phase, h, centre, radius, steps):
    energy = Hamiltonian(potential, h, centre, radius)
    norms = np.zeros(steps)
    for step in range(steps):
        before, now = psi, energy(psi)
        total = coefficients[0] * before + coefficients[1] * now
        for c in coefficients[2:]:
            before, now = now, 2.0 * energy(now) - before
            total += c * now
        psi = phase * total
        norms[step] = np.sum(psi.real**2 + psi.imag**2) * h**2
    return psi, norms
