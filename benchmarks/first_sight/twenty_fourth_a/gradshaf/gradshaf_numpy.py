import numpy as np


def relax(psi, rhs, east, west, north, omega, i, j):
    """Every other row and column from i and j on, in place."""
    here = psi[i:-1:2, j:-1:2]
    near = east[i:-1:2, None] * psi[i + 1::2, j:-1:2] + west[i:-1:2, None] * psi[i - 1:-2:2, j:-1:2]
    near += north * (psi[i:-1:2, j + 1::2] + psi[i:-1:2, j - 1:-2:2])
    diag = east[i:-1:2, None] + west[i:-1:2, None] + 2.0 * north
    here += omega * ((near + rhs[i:-1:2, j:-1:2]) / diag - here)


def density(psi, r, current, area, share=0.6):
    """Current from pressure and field, both falling to the rim; scaled to the whole current."""
    level = np.maximum(psi / psi.max(), 0.0)
    shape = share * r[:, None] * level ** 1.5 + (1.0 - share) / r[:, None] * level
    lam = current / (shape[1:-1, 1:-1].sum() * area)
    return lam * shape, lam


def gradshaf(psi, r, dr, dz, current, tol=1e-4, sweeps=8, limit=400):
    """The flux in place; the current's scale, rounds, and where the axis is."""
    n, m = psi.shape
    east = 1.0 / dr ** 2 - 0.5 / (r * dr)
    west = 1.0 / dr ** 2 + 0.5 / (r * dr)
    north = 1.0 / dz ** 2
    omega = 2.0 / (1.0 + np.sin(np.pi / n))
    gap, rounds, lam = 1.0, 0, 0.0
    while gap > tol and rounds < limit:
        before = psi.copy()
        j, lam = density(psi, r, current, dr * dz)
        rhs = r[:, None] * j
        for _ in range(sweeps):
            for i, k in ((1, 1), (2, 2), (1, 2), (2, 1)):
                relax(psi, rhs, east, west, north, omega, i, k)
        gap = np.max(np.abs(psi - before)) / np.max(np.abs(psi))
        rounds += 1
    return lam, rounds, np.array(np.unravel_index(np.argmax(psi), psi.shape))
