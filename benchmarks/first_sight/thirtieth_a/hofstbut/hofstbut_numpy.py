import numpy as np


def hofstbut(n, fluxes, energies, width=0.08):
    """Levels of an electron on a square of n by n sites in a magnetic field, and their smeared density, flux by flux."""
    site = np.arange(n * n).reshape(n, n)
    levels = np.empty((fluxes.size, n * n))
    density = np.empty((fluxes.size, energies.size))
    for f, flux in enumerate(fluxes):
        H = np.zeros((n * n, n * n), dtype=complex)
        H[site[1:], site[:-1]] = -1.0
        H[site[:, 1:], site[:, :-1]] = -np.exp(2j * np.pi * flux * np.arange(n))[:, None]
        H += H.conj().T
        levels[f] = np.linalg.eigvalsh(H)
        density[f] = np.exp(-0.5 * ((energies[:, None] - levels[f]) / width) ** 2).sum(axis=1)
    return levels, density / (np.sqrt(2.0 * np.pi) * width * n * n)
