import numpy as np


def mix(c, mixing, dz, dt):
    """Implicit mixing down each column, in place; no flux through top and bottom."""
    a = dt * mixing / dz ** 2
    levels = c.shape[1]
    main = np.ones_like(c)
    main[:, 1:] += a
    main[:, :-1] += a
    for k in range(1, levels):
        w = a[:, k - 1] / main[:, k - 1]
        main[:, k] -= w * a[:, k - 1]
        c[:, k] += w * c[:, k - 1]
    c[:, -1] /= main[:, -1]
    for k in range(levels - 2, -1, -1):
        c[:, k] = (c[:, k] + a[:, k] * c[:, k + 1]) / main[:, k]


def sink(d, speed, dz, dt):
    flux = speed * d
    d[:, 0] -= dt / dz * flux[:, 0]
    d[:, 1:-1] += dt / dz * (flux[:, :-2] - flux[:, 1:-1])
    d[:, -1] += dt / dz * flux[:, -2]


def npzdcol(tracers, mixing, light, dz, dt, steps):
    """Nutrient, plankton, those who graze it, and debris in columns of the sea."""
    tracers = tracers.copy()
    N, P, Z, D = tracers
    bloom = np.zeros(steps)
    for t in range(steps):
        shade = 0.04 * dz + 0.03 * dz * P
        deep = np.cumsum(shade, axis=1) - 0.5 * shade
        sun = light[:, None] * max(np.sin(2.0 * np.pi * t * dt), 0.0) * np.exp(-deep)
        grow = 1.5 * N / (0.5 + N) * sun / np.sqrt(sun ** 2 + 40.0 ** 2) * P
        graze = 1.0 * P ** 2 / (0.4 + P ** 2) * Z
        dead_p, dead_z = 0.05 * P, 0.1 * Z ** 2
        rot = 0.1 * D
        N += dt * (rot + 0.03 * Z - grow)
        P += dt * (grow - graze - dead_p)
        Z += dt * (0.7 * graze - 0.03 * Z - dead_z)
        D += dt * (0.3 * graze + dead_p + dead_z - rot)
        sink(D, 8.0, dz, dt)
        for c in tracers:
            mix(c, mixing, dz, dt)
        bloom[t] = np.mean(np.sum(P, axis=1)) * dz
    return tracers, bloom
