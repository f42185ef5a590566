import numpy as np


def around(phi):
    """Sum of the four neighbours; nothing beyond the walls."""
    out = np.zeros_like(phi)
    out[1:] += phi[:-1]
    out[:-1] += phi[1:]
    out[:, 1:] += phi[:, :-1]
    out[:, :-1] += phi[:, 1:]
    return out


def gutzbose(mu, states, hop, tol, rounds):
    """Bosons on a lattice in a trap, each site in the mean field of its neighbours (Gutzwiller), until it agrees with itself."""
    n = np.arange(states)
    lower = np.diag(np.sqrt(n[1:]), 1)
    both = lower + lower.T
    alone = 0.5 * n * (n - 1) - mu[..., None] * n
    phi = np.full(mu.shape, 0.8)
    change, used = 1.0, 0
    while change > tol and used < rounds:
        H = -hop * around(phi)[..., None, None] * both
        H[..., n, n] += alone
        energy, vectors = np.linalg.eigh(H)
        ground = vectors[..., 0]
        new = np.einsum("...i,ij,...j->...", ground, lower, ground)
        change = np.max(np.abs(new - phi))
        phi = new
        used += 1
    density = ground ** 2 @ n
    noise = ground ** 2 @ n ** 2 - density ** 2
    return phi, density, noise, np.sum(energy[..., 0]) + hop * np.sum(phi * around(phi)), used
