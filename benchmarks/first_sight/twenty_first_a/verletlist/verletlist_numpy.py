import numpy as np


def near(pos, box, reach):
    d = pos[:, np.newaxis, :] - pos[np.newaxis, :, :]
    d -= box * np.round(d / box)
    return np.nonzero(np.triu(np.sum(d * d, axis=-1) < reach * reach, 1))


def forces(pos, box, i, j, cut):
    d = pos[i] - pos[j]
    d -= box * np.round(d / box)
    square = np.sum(d * d, axis=1)
    inside = square < cut * cut
    six = np.where(inside, 1.0 / square ** 3, 0.0)
    push = (24.0 * six * (2.0 * six - 1.0) / square)[:, np.newaxis] * d
    force = np.zeros(pos.shape)
    np.add.at(force, i, push)
    np.subtract.at(force, j, push)
    return force, np.sum(4.0 * six * (six - 1.0))


def verletlist(pos, vel, box, steps, dt=0.004, cut=1.8, skin=0.25):
    energy = np.zeros(steps)
    i, j = near(pos, box, cut + skin)
    start = pos.copy()
    made = 1
    force, _ = forces(pos, box, i, j, cut)
    for t in range(steps):
        vel += 0.5 * dt * force
        pos += dt * vel
        if np.max(np.sum((pos - start) ** 2, axis=1)) > (0.5 * skin) ** 2:
            i, j = near(pos, box, cut + skin)
            start = pos.copy()
            made += 1
        force, potential = forces(pos, box, i, j, cut)
        vel += 0.5 * dt * force
        energy[t] = potential + 0.5 * np.sum(vel * vel)
    return energy, made
