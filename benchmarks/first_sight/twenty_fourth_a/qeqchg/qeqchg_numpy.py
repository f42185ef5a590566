import numpy as np

COULOMB, STEEP, WALL, RATE = 14.4, 0.35, 900.0, 2e-3


def shielded(x, hard):
    """Interactions without a pole at short range, and how they change with distance."""
    d = x[:, None, :] - x[None, :, :]
    r = np.sqrt(np.sum(d ** 2, axis=-1))
    gamma = np.sqrt(hard[:, None] * hard) / COULOMB
    j = COULOMB * (r ** 3 + gamma ** -3) ** (-1.0 / 3.0)
    np.fill_diagonal(j, hard)
    slope = -COULOMB * r ** 2 * (r ** 3 + gamma ** -3) ** (-4.0 / 3.0)
    return d, r, j, slope


def equalise(j, chi, total=0.0):
    """The charges, with their sum held by one more unknown."""
    n = chi.size
    a = np.zeros((n + 1, n + 1))
    a[:n, :n] = j
    a[n, :n] = 1.0
    a[:n, n] = -1.0
    return np.linalg.solve(a, np.append(-chi, total))[:n]


def qeqchg(x, chi, hard, steps):
    """Atoms move down the slope of the energy, in place."""
    energy = np.zeros(steps)
    for k in range(steps):
        d, r, j, slope = shielded(x, hard)
        q = equalise(j, chi)
        np.fill_diagonal(r, 1.0)
        wall = WALL * np.exp(-r / STEEP)
        np.fill_diagonal(wall, 0.0)
        energy[k] = chi @ q + 0.5 * q @ j @ q + 0.5 * wall.sum()
        pull = (q[:, None] * q * slope - wall / STEEP) / r
        np.fill_diagonal(pull, 0.0)
        x -= RATE * np.einsum("ij,ijk->ik", pull, d)
    return q, energy
