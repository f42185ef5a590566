import numpy as np

CUT, WIDTH, DEPTH = 1.25, 0.25, 34.4


def switch(r):
    """One inside, zero beyond the cutoff, smooth between; and its slope."""
    u = np.clip((CUT - r) / WIDTH, 0.0, 1.0)
    return u * u * (3.0 - 2.0 * u), -6.0 * u * (1.0 - u) / WIDTH


def forces(x, i, j, box):
    """Sutton's and Chen's 9-6 metal: repulsion of pairs, and minus the root of the density of neighbours at each atom."""
    d = x[i] - x[j]
    d -= box * np.round(d / box)
    r = np.sqrt(np.sum(d * d, axis=1))
    s, ds = switch(r)
    repel, attract = r**-9, r**-6
    density = np.zeros(x.shape[0])
    np.add.at(density, i, attract * s)
    np.add.at(density, j, attract * s)
    root = np.sqrt(density)
    energy = np.sum(repel * s) - DEPTH * np.sum(root)
    along = repel * (ds - 9.0 * s / r)
    along -= 0.5 * DEPTH * (1.0 / root[i] + 1.0 / root[j]) * attract * (ds - 6.0 * s / r)
    pull = (along / r)[:, None] * d
    f = np.zeros_like(x)
    np.add.at(f, i, -pull)
    np.add.at(f, j, pull)
    return f, energy


def simulate(x, v, i, j, box, steps, dt=0.0005):
    """Verlet's steps in place; potential and kinetic energy after each."""
    history = np.empty((steps, 2))
    f, _ = forces(x, i, j, box)
    for step in range(steps):
        v += 0.5 * dt * f
        x += dt * v
        x %= box
        f, potential = forces(x, i, j, box)
        v += 0.5 * dt * f
        history[step] = potential, 0.5 * np.sum(v * v)
    return history
