import numpy as np


def action(phi, mass, coupling):
    bonds = phi * (np.roll(phi, 1, axis=0) + np.roll(phi, 1, axis=1))
    return np.sum((2.0 + 0.5 * mass) * phi ** 2 + coupling * phi ** 4 - bonds)


def force(phi, mass, coupling):
    near = sum(np.roll(phi, s, axis) for axis in (0, 1) for s in (1, -1))
    return near - (4.0 + mass) * phi - 4.0 * coupling * phi ** 3


def leapfrog(phi, p, mass, coupling, eps, leaps):
    """Both in place."""
    p += 0.5 * eps * force(phi, mass, coupling)
    for k in range(leaps):
        phi += eps * p
        p += (eps if k < leaps - 1 else 0.5 * eps) * force(phi, mass, coupling)


def hmcphi4(phi, momenta, chance, mass, coupling, eps, leaps):
    """The field in place; which ways were taken, its mean after each, and the errors of the energy."""
    trajectories = chance.size
    accepted = np.zeros(trajectories, dtype=bool)
    magnet = np.zeros(trajectories)
    heat = np.zeros(trajectories)
    for t in range(trajectories):
        p = momenta[t].copy()
        new = phi.copy()
        before = action(phi, mass, coupling) + 0.5 * np.sum(p ** 2)
        leapfrog(new, p, mass, coupling, eps, leaps)
        heat[t] = action(new, mass, coupling) + 0.5 * np.sum(p * p) - before
        if np.log(chance[t]) < -heat[t]:
            accepted[t] = True
            phi[...] = new
        magnet[t] = np.mean(phi)
    return accepted, magnet, heat
