import numpy as np

DEPTH = 1.3
WIDTH = 1.1
REST = 1.5


def forces(pos, force):
    """Morse forces between all pairs, each pair once."""
    force[:] = 0.0
    energy = 0.0
    n = pos.shape[0]
    for i in range(n - 1):
        d = pos[i + 1:] - pos[i]
        r = np.sqrt(np.sum(d * d, axis=1))
        e = np.exp(-WIDTH * (r - REST))
        energy += DEPTH * np.sum((1.0 - e) ** 2)
        pull = (2.0 * DEPTH * WIDTH * (1.0 - e) * e / r)[:, np.newaxis] * d
        force[i] += pull.sum(axis=0)
        force[i + 1:] -= pull
    return energy


def verlet(pos, vel, mass, steps, dt=0.005):
    force = np.empty_like(pos)
    trace = np.zeros(steps)
    forces(pos, force)
    for s in range(steps):
        vel += 0.5 * dt * force / mass[:, None]
        pos += dt * vel
        potential = forces(pos, force)
        vel += 0.5 * dt * force / mass[:, None]
        trace[s] = potential + 0.5 * np.sum(mass * np.sum(vel**2, axis=1))
    return trace
