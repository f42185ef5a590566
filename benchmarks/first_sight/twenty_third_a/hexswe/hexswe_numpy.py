import numpy as np

GRAVITY, CORIOLIS = 9.81, 0.1


def slopes(h, u, cells, edges, signs, triangles, turns, sides, normal, d):
    """Changes of depths of cells and of speeds through edges."""
    a, b = cells[:, 0], cells[:, 1]
    through = 0.5 * (h[a] + h[b]) * u
    dh = -2.0 / (3.0 * d) * np.sum(signs * through[edges], axis=1)
    wind = np.einsum("ce,cek->ck", u[edges], normal[edges]) / 3.0
    head = GRAVITY * h + 0.5 * np.sum(wind ** 2, axis=1)
    spin = 4.0 / (np.sqrt(3.0) * d) * np.sum(turns * u[triangles], axis=1)
    both = 0.5 * (wind[a] + wind[b])
    along = both[:, 1] * normal[:, 0] - both[:, 0] * normal[:, 1]
    du = (CORIOLIS + np.mean(spin[sides], axis=1)) * along - (head[b] - head[a]) / d
    return dh, du


def hexswe(h, u, cells, edges, signs, triangles, turns, sides, normal, d, dt, steps):
    """Depths and speeds change in place, by three stages that keep what was monotone; mass and energy."""
    grid = cells, edges, signs, triangles, turns, sides, normal, d
    energy = np.zeros(steps)
    for t in range(steps):
        dh, du = slopes(h, u, *grid)
        h1, u1 = h + dt * dh, u + dt * du
        dh, du = slopes(h1, u1, *grid)
        h2, u2 = 0.75 * h + 0.25 * (h1 + dt * dh), 0.75 * u + 0.25 * (u1 + dt * du)
        dh, du = slopes(h2, u2, *grid)
        h[:] = (h + 2.0 * (h2 + dt * dh)) / 3.0
        u[:] = (u + 2.0 * (u2 + dt * du)) / 3.0
        depth = 0.5 * (h[cells[:, 0]] + h[cells[:, 1]])
        energy[t] = 0.5 * GRAVITY * np.sum(h ** 2) + 0.5 * np.sum(depth * u ** 2) * 2.0 / 3.0
    return np.sum(h), energy
