"""Random numbers and averages over them."""

import numpy as np


def congruential(state, draws):
    """Area of the quarter circle from 64-bit linear congruential generators, one per lane (Knuth's constants). state (lanes,) uint64."""
    inside = np.zeros(state.shape[0], dtype=np.int64)
    for k in range(draws):
        state *= np.uint64(6364136223846793005)
        state += np.uint64(1442695040888963407)
        x = (state >> np.uint64(40)).astype(np.float64) / 16777216.0
        y = (state >> np.uint64(16) & np.uint64(0xFFFFFF)).astype(np.float64) / 16777216.0
        inside += x * x + y * y < 1.0
    return 4.0 * np.mean(inside) / draws


def inputs_congruential(seed, size=None):
    return np.random.default_rng(seed).integers(1, 2 ** 63, size or 32, dtype=np.uint64), 12


def scramble(x):
    """Marsaglia's xorshift of 32 bits (2003), in place."""
    x ^= x << np.uint32(13)
    x ^= x >> np.uint32(17)
    x ^= x << np.uint32(5)


def xorshift_counts(x, rounds, bins):
    """Counts of the top bits over rounds of xorshift, and their chi-squared. x (n,) uint32, bins = a power of two."""
    counts = np.zeros(bins, dtype=np.int64)
    for r in range(rounds):
        scramble(x)
        np.add.at(counts, (x >> np.uint32(8)).astype(np.int64) % bins, 1)
    expected = x.shape[0] * rounds / bins
    return counts, np.sum((counts - expected) ** 2) / expected


def inputs_xorshift_counts(seed, size=None):
    return np.random.default_rng(seed).integers(1, 2 ** 32, size or 64, dtype=np.uint32), 6, 16


def metropolis(start, step, uniform):
    """Random walk over a double well, one proposal after the other; path of the chain. uniform (n, 2)."""
    n = uniform.shape[0]
    path = np.zeros(n)
    x = start
    energy = (x * x - 1.0) ** 2
    accepted = 0
    for k in range(n):
        y = x + step * (uniform[k, 0] - 0.5)
        new = (y * y - 1.0) ** 2
        if uniform[k, 1] < np.exp(4.0 * (energy - new)):
            x = y
            energy = new
            accepted += 1
        path[k] = x
    return path, accepted


def inputs_metropolis(seed, size=None):
    return 0.3, 1.5, np.random.default_rng(seed).random((size or 80, 2))


def slab(distance, kind, absorb, thickness):
    """Particles through a slab, history-based: free paths and kinds of collision are given. distance, kind (collisions, n)."""
    n = distance.shape[1]
    x = np.zeros(n)
    mu = np.ones(n)
    weight = np.ones(n)
    out = np.zeros(n)
    alive = np.ones(n, dtype=bool)
    for k in range(distance.shape[0]):
        x = np.where(alive, x - np.log(distance[k]) * mu, x)
        gone = alive & ((x > thickness) | (x < 0.0))
        out[gone & (x > thickness)] = 1.0
        out *= np.where(gone, weight, 1.0)
        alive &= ~gone
        weight = np.where(alive, weight * (1.0 - absorb), weight)
        mu = 2.0 * kind[k] - 1.0
    return out.mean(), np.sum(alive)


def inputs_slab(seed, size=None):
    rng = np.random.default_rng(seed)
    return rng.uniform(1e-9, 1.0, (10, size or 60)), rng.random((10, size or 60)), 0.2, 2.0
