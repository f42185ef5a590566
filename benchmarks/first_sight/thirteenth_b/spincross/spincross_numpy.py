import numpy as np


def turning(s, exchange, easy, damping):
    field = exchange * (np.roll(s, 1, axis=0) + np.roll(s, -1, axis=0) + np.roll(s, 1, axis=1) + np.roll(s, -1, axis=1))
    field[..., 2] += 2.0 * easy * s[..., 2]
    torque = np.cross(s, field)
    return -(torque + damping * np.cross(s, torque)) / (1.0 + damping**2)


def precess(spins, steps, dt=0.04, exchange=1.0, easy=0.3, damping=0.1):
    mean = np.empty((steps, 3))
    for step in range(steps):
        k1 = turning(spins, exchange, easy, damping)
        k2 = turning(spins + dt * k1, exchange, easy, damping)
        spins += 0.5 * dt * (k1 + k2)
        spins /= np.linalg.norm(spins, axis=-1, keepdims=True)
        mean[step] = spins.mean(axis=(0, 1))
    return mean
