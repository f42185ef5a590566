import numpy as np


def laplacian(f):
    """Five points, periodic in both directions."""
    return np.roll(f, 1, 0) + np.roll(f, -1, 0) + np.roll(f, 1, 1) + np.roll(f, -1, 1) - 4.0 * f


def free_energy(eta, kappa):
    """Of all grains on the whole plane."""
    squares = np.sum(eta ** 2, axis=0)
    pairs = 0.5 * (squares ** 2 - np.sum(eta ** 4, axis=0))
    bulk = np.sum(-0.5 * eta ** 2 + 0.25 * eta ** 4) + np.sum(pairs)
    slope = (np.roll(eta, -1, axis=1) - eta) ** 2 + (np.roll(eta, -1, axis=2) - eta) ** 2
    return bulk + 0.5 * kappa * np.sum(slope)


def grainphase(eta, kappa, rate, dt, steps):
    """Orders change in place: energies, areas of grains and how much of the plane is border."""
    energy = np.empty(steps)
    for t in range(steps):
        squares = np.einsum("gij,gij->ij", eta, eta)
        for g in range(eta.shape[0]):
            e = eta[g]
            drive = e ** 3 - e + 2.0 * e * (squares - e ** 2) - kappa * laplacian(e)
            eta[g] = np.clip(e - dt * rate * drive, 0.0, 1.0)
        energy[t] = free_energy(eta, kappa)
    owner = np.argmax(eta, axis=0)
    area = np.bincount(owner.ravel(), minlength=eta.shape[0])
    border = (owner != np.roll(owner, 1, 0)) | (owner != np.roll(owner, 1, 1))
    return energy, area, np.mean(border)
