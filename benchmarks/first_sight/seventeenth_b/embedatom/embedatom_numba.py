import numba as nb
import numpy as np

CUT, WIDTH, DEPTH = 1.25, 0.25, 34.4


@nb.njit
def forces(x, i, j, box, density, d, s, ds, rr, f):
    pairs = i.size
    density[:] = 0.0
    f[:] = 0.0
    energy = 0.0
    for k in range(pairs):
        a, b = i[k], j[k]
        r2 = 0.0
        for c in range(3):
            e = x[a, c] - x[b, c]
            e -= box * np.rint(e / box)
            d[k, c] = e
            r2 += e * e
        r = np.sqrt(r2)
        u = min(max((CUT - r) / WIDTH, 0.0), 1.0)
        rr[k] = r
        s[k] = u * u * (3.0 - 2.0 * u)
        ds[k] = -6.0 * u * (1.0 - u) / WIDTH
        if s[k] > 0.0:
            attract = 1.0 / (r2 * r2 * r2)
            energy += attract / (r2 * r) * s[k]
            density[a] += attract * s[k]
            density[b] += attract * s[k]
    for a in range(x.shape[0]):
        root = np.sqrt(density[a])
        energy -= DEPTH * root
        density[a] = 1.0 / root
    for k in range(pairs):
        if s[k] > 0.0:
            a, b = i[k], j[k]
            r = rr[k]
            attract = 1.0 / (r * r * r * r * r * r)
            along = attract / (r * r * r) * (ds[k] - 9.0 * s[k] / r)
            along -= 0.5 * DEPTH * (density[a] + density[b]) * attract * (ds[k] - 6.0 * s[k] / r)
            along /= r
            for c in range(3):
                f[a, c] -= along * d[k, c]
                f[b, c] += along * d[k, c]
    return energy


@nb.njit
def simulate(x, v, i, j, box, steps, dt=0.0005):
    history = np.empty((steps, 2))
    pairs = i.size
    density, f = np.empty(x.shape[0]), np.empty(x.shape)
    d, s, ds, rr = np.empty((pairs, 3)), np.empty(pairs), np.empty(pairs), np.empty(pairs)
    forces(x, i, j, box, density, d, s, ds, rr, f)
    for step in range(steps):
        for a in range(x.shape[0]):
            for c in range(3):
                v[a, c] += 0.5 * dt * f[a, c]
                x[a, c] = (x[a, c] + dt * v[a, c]) % box
        potential = forces(x, i, j, box, density, d, s, ds, rr, f)
        kinetic = 0.0
        for a in range(x.shape[0]):
            for c in range(3):
                v[a, c] += 0.5 * dt * f[a, c]
                kinetic += v[a, c] * v[a, c]
        history[step, 0] = potential
        history[step, 1] = 0.5 * kinetic
    return history
