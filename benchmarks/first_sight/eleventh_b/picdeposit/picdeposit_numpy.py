import numpy as np


def deposit(x, cells):
    """Charge of electrons on the grid, each shared by the two nodes beside it; ions are a constant background."""
    left = np.floor(x).astype(np.int64)
    share = x - left
    rho = np.zeros(cells)
    np.add.at(rho, left % cells, 1.0 - share)
    np.add.at(rho, (left + 1) % cells, share)
    return 1.0 - rho * (cells / len(x))


def field(rho):
    """Minus the derivative of the potential, by integration; no mean field."""
    e = np.cumsum(rho) - 0.5 * (rho + rho[0])
    return e - e.mean()


def push(x, v, e, dt):
    cells = len(e)
    left = np.floor(x).astype(np.int64)
    share = x - left
    force = -(e[left % cells] * (1.0 - share) + e[(left + 1) % cells] * share)
    v += dt * force
    x += dt * v
    x %= cells


def streams(x, v, cells, steps, dt):
    """Two streams of electrons; the energy of the field in time."""
    energy = np.zeros(steps)
    for s in range(steps):
        e = field(deposit(x, cells))
        energy[s] = 0.5 * np.sum(e**2)
        push(x, v, e, dt)
    return energy
