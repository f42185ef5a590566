import numpy as np


def hamilton(v, onsite, turn, scale):
    """Hops to four neighbours, along rows with a phase that goes with the row."""
    out = onsite * v
    out -= np.roll(v, 1, axis=0) + np.roll(v, -1, axis=0)
    out -= turn[:, None] * np.roll(v, 1, axis=1) + np.conj(turn)[:, None] * np.roll(v, -1, axis=1)
    return out / scale


def jackson(m):
    """Weights that take the ripples away."""
    k = np.arange(m)
    q = np.pi / (m + 1.0)
    return ((m - k + 1.0) * np.cos(q * k) + np.sin(q * k) / np.tan(q)) / (m + 1.0)


def kpmdos(onsite, vectors, turn, scale, energy, moments):
    """Density of states over energies, from random vectors; two moments for each product. And where states near zero are."""
    mu = np.zeros(moments)
    local = np.zeros(onsite.shape)
    weight = jackson(moments)
    for r in range(vectors.shape[0]):
        start = vectors[r]
        before = start
        now = hamilton(start, onsite, turn, scale)
        first = np.vdot(start, start).real
        second = np.vdot(start, now).real
        mu[0] += first
        mu[1] += second
        near = weight[0] * start
        for k in range(1, moments // 2):
            mu[2 * k] += 2.0 * np.vdot(now, now).real - first
            after = 2.0 * hamilton(now, onsite, turn, scale) - before
            mu[2 * k + 1] += 2.0 * np.vdot(after, now).real - second
            near = near + 2.0 * weight[k] * np.cos(0.5 * np.pi * k) * now
            before, now = now, after
        local += np.abs(near) ** 2
    mu /= vectors.size
    angle = np.arccos(energy)
    waves = np.cos(np.arange(moments)[:, None] * angle)
    density = (mu[0] * weight[0] + 2.0 * (weight[1:] * mu[1:]) @ waves[1:]) / (np.pi * np.sqrt(1.0 - energy ** 2))
    return density / scale, local / vectors.shape[0], mu
