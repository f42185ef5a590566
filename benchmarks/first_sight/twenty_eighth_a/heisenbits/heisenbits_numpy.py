import numpy as np


def apply(v, bonds):
    """Energy on a vector: neighbours in bits that differ are exchanged."""
    n = bonds.size
    states = np.arange(v.size)
    out = np.zeros_like(v)
    for i in range(n):
        j = (i + 1) % n
        differ = ((states >> i) ^ (states >> j)) & 1
        out += bonds[i] * (0.25 - 0.5 * differ) * v
        flip = np.flatnonzero(differ)
        out[flip] += 0.5 * bonds[i] * v[flip ^ (1 << i | 1 << j)]
    return out


def heisenbits(start, bonds, steps):
    """Values after the last of the steps, and how the first spin goes with each in the lowest state."""
    V = np.zeros((steps, start.size))
    alpha, beta = np.zeros(steps), np.zeros(steps)
    V[0] = start / np.linalg.norm(start)
    for k in range(steps):
        w = apply(V[k], bonds)
        alpha[k] = V[k] @ w
        w -= V[:k + 1].T @ (V[:k + 1] @ w)
        if k + 1 < steps:
            beta[k] = np.linalg.norm(w)
            V[k + 1] = w / beta[k]
    values, vectors = np.linalg.eigh(np.diag(alpha) + np.diag(beta[:-1], 1) + np.diag(beta[:-1], -1))
    chance = (vectors[:, 0] @ V) ** 2
    spin = ((np.arange(start.size)[:, None] >> np.arange(bonds.size)) & 1) - 0.5
    return values, chance @ (spin[:, :1] * spin)
