import numpy as np


def repulsion(places, onsite):
    """Repulsion of two electrons on two atoms, after Ohno."""
    r2 = np.sum((places[:, np.newaxis] - places) ** 2, axis=2)
    return 14.397 / np.sqrt(r2 + (14.397 / onsite) ** 2)


def self_consistent(places, hopping, onsite, field, most, tolerance):
    """Orbitals of the pi electrons after Pariser, Parr and Pople: energy, levels, bond orders, charges, and the moment in a field."""
    n = len(places)
    gamma = repulsion(places, onsite)
    core = hopping + field * np.diag(places[:, 0] - places[:, 0].mean())
    core = core - np.diag(gamma.sum(axis=1) - np.diag(gamma))
    density = np.eye(n)
    errors, focks = [], []
    rounds = 0
    for _ in range(most):
        fock = core - 0.5 * density * gamma
        fock[np.diag_indices(n)] += gamma @ np.diag(density)
        error = fock @ density - density @ fock
        errors.append(error.ravel())
        focks.append(fock)
        if len(errors) > 1:
            a, b = errors[-2], errors[-1]
            weight = np.clip(np.dot(a, a - b) / np.dot(a - b, a - b), 0.3, 1.0)
            fock = weight * focks[-1] + (1.0 - weight) * focks[-2]
        levels, orbitals = np.linalg.eigh(fock)
        occupied = orbitals[:, :n // 2]
        new = 2.0 * occupied @ occupied.T
        change = np.abs(new - density).max()
        density = new
        rounds += 1
        if change < tolerance:
            break
    fock = core - 0.5 * density * gamma
    fock[np.diag_indices(n)] += gamma @ np.diag(density)
    energy = 0.5 * np.sum(density * (core + fock))
    charge = 1.0 - np.diag(density)
    gap = levels[n // 2] - levels[n // 2 - 1]
    return energy, levels, np.diag(density, k=1).copy(), charge, places[:, 0] @ charge, gap, rounds
