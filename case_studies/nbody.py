"""Gravitational N-body problem, softened, advanced by the leapfrog (kick-drift-kick).

    d2 x_i / dt2 = sum_j m_j (x_j - x_i) / (|x_j - x_i|^2 + s^2)^(3/2),   G = 1

Leapfrog: Hockney & Eastwood, Computer Simulation Using Particles, chapter 4; Plummer softening s: Aarseth 1963,
MNRAS 126, 223. The scheme is symplectic and of second order, so the energy error stays of order dt^2.
"""

import numpy as np


def nbody(mass, position, velocity, softening, dt, steps):
    """Return position (n, 3), velocity (n, 3) and the total energy after `steps` steps of dt, in units with G = 1."""

    def acceleration(x):
        separation = x[None, :, :] - x[:, None, :]
        distance2 = np.sum(separation * separation, axis=2) + softening * softening
        weight = mass[None, :] / (distance2 * np.sqrt(distance2))
        return np.sum(weight[:, :, None] * separation, axis=1)

    force = acceleration(position)
    for step in range(steps):
        velocity = velocity + 0.5 * dt * force
        position = position + dt * velocity
        force = acceleration(position)
        velocity = velocity + 0.5 * dt * force

    kinetic = 0.5 * np.sum(mass * np.sum(velocity * velocity, axis=1))
    separation = position[None, :, :] - position[:, None, :]
    distance = np.sqrt(np.sum(separation * separation, axis=2) + softening * softening)
    # The double sum holds each body's own softened potential, m^2 / s, which is no interaction.
    own = np.sum(mass * mass) / softening
    potential = -0.5 * (np.sum(mass[:, None] * mass[None, :] / distance) - own)
    energy = kinetic + potential
    return position, velocity, energy


def inputs(seed, size=None):
    """Arguments of `nbody`: size bodies (default 48) of unequal mass in a slowly turning cloud, well before chaos."""
    n = 48 if size is None else size
    rng = np.random.default_rng(seed)
    mass = rng.uniform(0.4, 1.6, n)
    mass = mass / np.sum(mass)
    position = rng.normal(0.0, 0.8, (n, 3))
    velocity = rng.normal(0.0, 0.25, (n, 3))
    velocity[:, 0] -= 0.3 * position[:, 1]
    velocity[:, 1] += 0.3 * position[:, 0]
    return mass, position, velocity, 0.11, 0.0137, 60
