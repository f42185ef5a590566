import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def npzdcol(tracers, mixing, light, dz, dt, steps):
    """A column at a time through all steps; what mixing needs is factored once a column."""
    tracers = tracers.copy()
    _, columns, levels = tracers.shape
    bloom = np.zeros(steps)
    a, w, inverse, flux = np.empty(levels), np.empty(levels), np.empty(levels), np.empty(levels)
    for i in range(columns):
        N, P, Z, D = tracers[0, i], tracers[1, i], tracers[2, i], tracers[3, i]
        for k in range(levels - 1):
            a[k] = dt * mixing[i, k] / dz ** 2
        a[levels - 1] = 0.0
        main = 1.0 + a[0]
        inverse[0] = 1.0 / main
        for k in range(1, levels):
            w[k] = a[k - 1] * inverse[k - 1]
            inverse[k] = 1.0 / (1.0 + a[k - 1] + a[k] - w[k] * a[k - 1])
        for t in range(steps):
            above = light[i] * max(np.sin(2.0 * np.pi * t * dt), 0.0)
            deep = 0.0
            for k in range(levels):
                n, p, z, d = N[k], P[k], Z[k], D[k]
                shade = 0.04 * dz + 0.03 * dz * p
                deep += shade
                sun = above * np.exp(-(deep - 0.5 * shade))
                grow = 1.5 * n / (0.5 + n) * sun / np.sqrt(sun ** 2 + 1600.0) * p
                graze = p ** 2 / (0.4 + p ** 2) * z
                N[k] = n + dt * (0.1 * d + 0.03 * z - grow)
                P[k] = p + dt * (grow - graze - 0.05 * p)
                Z[k] = z + dt * (0.7 * graze - 0.03 * z - 0.1 * z ** 2)
                D[k] = d + dt * (0.3 * graze + 0.05 * p + 0.1 * z ** 2 - 0.1 * d)
                flux[k] = 8.0 * D[k] if k < levels - 1 else 0.0
            for k in range(levels):
                D[k] += dt / dz * ((flux[k - 1] if k > 0 else 0.0) - flux[k])
            for q in range(4):
                c = tracers[q, i]
                for k in range(1, levels):
                    c[k] += w[k] * c[k - 1]
                c[levels - 1] *= inverse[levels - 1]
                for k in range(levels - 2, -1, -1):
                    c[k] = (c[k] + a[k] * c[k + 1]) * inverse[k]
            total = 0.0
            for k in range(levels):
                total += P[k]
            bloom[t] += total
    for t in range(steps):
        bloom[t] *= dz / columns
    return tracers, bloom
