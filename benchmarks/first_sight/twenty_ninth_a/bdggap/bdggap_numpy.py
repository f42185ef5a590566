import numpy as np


def bdggap(hop, level, pull=1.5, heat=0.05, mu=-1.2, tol=1e-4, most=200):
    """Gap and filling of each site, the least energy of a quasiparticle, and rounds until the gap stood still."""
    n = level.size
    i = np.arange(n)
    gap = np.full(n, 0.5)
    filling = np.ones(n)
    turns = 0
    while turns < most:
        h = np.zeros((n, n))
        h[i, (i + 1) % n] = -hop
        h += h.T
        h[i, i] = level - mu - 0.5 * pull * filling
        E, psi = np.linalg.eigh(np.block([[h, np.diag(gap)], [np.diag(gap), -h]]))
        E, u, v = E[n:], psi[:n, n:], psi[n:, n:]
        fermi = 1.0 / (1.0 + np.exp(np.minimum(E / heat, 500.0)))
        new = pull * (u * v) @ (1.0 - 2.0 * fermi)
        filling = 0.5 * filling + u ** 2 @ fermi + v ** 2 @ (1.0 - fermi)
        change = np.max(np.abs(new - gap))
        gap = 0.1 * gap + 0.9 * new
        turns += 1
        if change < tol:
            break
    return gap, filling, E[0], turns
