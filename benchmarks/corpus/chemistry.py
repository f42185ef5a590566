"""Molecules and reactions."""

import numpy as np


def lennard_jones(x, cutoff):
    """Energy and forces of argon-like atoms, all pairs as arrays. x (n, 3)."""
    d = x[:, None, :] - x[None, :, :]
    r2 = (d * d).sum(axis=2) + np.eye(x.shape[0])
    inside = (r2 < cutoff * cutoff) & (np.eye(x.shape[0]) == 0.0)
    s6 = np.where(inside, 1.0 / r2 ** 3, 0.0)
    energy = 2.0 * np.sum(s6 * s6 - s6)
    force = ((24.0 * (2.0 * s6 * s6 - s6) / r2)[:, :, None] * d).sum(axis=1)
    return energy, force


def inputs_lennard_jones(seed, size=None):
    n = size or 3
    grid = np.stack(np.meshgrid(*[np.arange(n) * 1.1] * 3, indexing="ij"), axis=-1).reshape(-1, 3)
    return grid + 0.03 * np.random.default_rng(seed).normal(size=grid.shape), 2.5


def coulomb_pairs(x, charge):
    """Potential energy and field of point charges, pair by pair. x (n, 3), charge (n,)."""
    n = x.shape[0]
    energy = 0.0
    field = np.zeros((n, 3))
    for i in range(n):
        for j in range(i + 1, n):
            dx = x[i, 0] - x[j, 0]
            dy = x[i, 1] - x[j, 1]
            dz = x[i, 2] - x[j, 2]
            r2 = dx * dx + dy * dy + dz * dz + 1e-4
            inverse = 1.0 / np.sqrt(r2)
            energy += charge[i] * charge[j] * inverse
            w = inverse / r2
            field[i, 0] += charge[j] * w * dx
            field[i, 1] += charge[j] * w * dy
            field[i, 2] += charge[j] * w * dz
            field[j, 0] -= charge[i] * w * dx
            field[j, 1] -= charge[i] * w * dy
            field[j, 2] -= charge[i] * w * dz
    return energy, field


def inputs_coulomb_pairs(seed, size=None):
    n = size or 12
    rng = np.random.default_rng(seed)
    return rng.uniform(0.0, 3.0, (n, 3)), rng.choice([-1.0, 1.0], n)


def robertson(y, dt, steps):
    """Robertson's stiff kinetics (1966) in many cells, implicit Euler with two Newton steps, 3 x 3 systems by Cramer's rule. y (3, n)."""
    for t in range(steps):
        a, b, c = y[0].copy(), y[1].copy(), y[2].copy()
        for k in range(2):
            f1 = a - y[0] - dt * (-0.04 * a + 1e4 * b * c)
            f2 = b - y[1] - dt * (0.04 * a - 1e4 * b * c - 3e7 * b * b)
            f3 = c - y[2] - dt * 3e7 * b * b
            j11, j12, j13 = 1.0 + 0.04 * dt, -1e4 * dt * c, -1e4 * dt * b
            j21, j22, j23 = -0.04 * dt, 1.0 + dt * (1e4 * c + 6e7 * b), 1e4 * dt * b
            j32 = -6e7 * dt * b
            det = j11 * (j22 - j23 * j32) - j12 * j21 + j13 * j21 * j32
            a -= (f1 * (j22 - j23 * j32) - j12 * (f2 - j23 * f3) + j13 * (f2 * j32 - j22 * f3)) / det
            db = (j11 * (f2 - j23 * f3) - f1 * j21 + j13 * j21 * f3) / det
            b -= db
            c -= f3 - j32 * db
        y[0], y[1], y[2] = a, b, c


def inputs_robertson(seed, size=None):
    n = size or 10
    rng = np.random.default_rng(seed)
    a = rng.uniform(0.8, 1.0, n)
    return np.stack([a, 3e-5 * rng.random(n), 1.0 - a]), 0.1, 4


def arrhenius(c, t, factor, energy, order, change, dt, steps):
    """A mechanism of mass-action reactions in many cells. c (species, n), order and change (reactions, species)."""
    for s in range(steps):
        k = factor[:, None] * np.exp(-energy[:, None] / (8.314 * t[None, :]))
        rate = k * np.exp(order @ np.log(c + 1e-30))
        c = np.maximum(c + dt * (change.T @ rate), 0.0)
    return c


def inputs_arrhenius(seed, size=None):
    n = size or 16
    rng = np.random.default_rng(seed)
    order = rng.integers(0, 3, (9, 6)).astype(float)
    change = rng.integers(-1, 2, (9, 6)).astype(float)
    return rng.random((6, n)), rng.uniform(800.0, 1500.0, n), rng.uniform(1.0, 10.0, 9), rng.uniform(2e4, 6e4, 9), order, change, 1e-3, 5


def numerov(energy, length, n):
    """Wave function of a Morse oscillator by Numerov's recurrence, value at the end and number of nodes."""
    h = length / n
    before, now = 0.0, 1e-6
    q_before, q_now = 0.0, 0.0
    nodes = 0
    for i in range(1, n):
        x = -1.0 + (i + 1) * h
        v = 10.0 * (1.0 - np.exp(-0.7 * x)) ** 2
        q = 2.0 * (energy - v)
        after = (2.0 * (1.0 - 5.0 * h * h / 12.0 * q_now) * now - (1.0 + h * h / 12.0 * q_before) * before) / (1.0 + h * h / 12.0 * q)
        if after * now < 0.0:
            nodes += 1
        before, now = now, after
        q_before, q_now = q_now, q
    return now, nodes


def inputs_numerov(seed, size=None):
    return 2.0 + np.random.default_rng(seed).uniform(0.0, 1.0), 5.0, size or 60
