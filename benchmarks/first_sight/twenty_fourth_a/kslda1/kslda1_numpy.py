import numpy as np


def kinetic(n, h):
    """Second differences of fourth order."""
    t = np.zeros((n, n))
    for k, c in enumerate((2.5, -4.0 / 3.0, 1.0 / 12.0)):
        t += np.diag(np.full(n - k, c), k)
        if k > 0:
            t += np.diag(np.full(n - k, c), -k)
    return 0.5 * t / h ** 2


def kslda1(x, v, pairs, mix=0.4, tol=1e-6, limit=100):
    n = x.size
    h = x[1] - x[0]
    t = kinetic(n, h)
    repel = 1.0 / np.sqrt((x[:, None] - x[None, :]) ** 2 + 1.0)
    rho = np.full(n, 2.0 * pairs / (n * h))
    change, turns = 1.0, 0
    while change > tol and turns < limit:
        hartree = h * repel @ rho
        exchange = -np.cbrt(3.0 / np.pi * rho)
        e, c = np.linalg.eigh(t + np.diag(v + hartree + exchange))
        new = 2.0 * np.sum(c[:, :pairs] ** 2, axis=1) / h
        change = h * np.abs(new - rho).sum()
        rho = rho + mix * (new - rho)
        turns += 1
    levels = e[:pairs]
    energy = 2.0 * levels.sum() - h * rho @ (0.5 * hartree + 0.25 * exchange)
    return energy, levels, rho, turns
