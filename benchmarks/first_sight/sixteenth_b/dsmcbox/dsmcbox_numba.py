import numba as nb
import numpy as np


@nb.njit
def simulate(x, v, draws, hits, heat, dt=0.01, fastest=8.0):
    steps, cells = hits.shape
    n = x.size
    cell, order = np.empty(n, np.int64), np.empty(n, np.int64)
    first, place = np.empty(cells + 1, np.int64), np.empty(cells, np.int64)
    for t in range(steps):
        first[:] = 0
        for i in range(n):
            p = x[i] + dt * v[i, 0]
            if p < 0.0:
                p = -p
                v[i, 0] = -v[i, 0]
            if p > 1.0:
                p = 2.0 - p
                v[i, 0] = -v[i, 0]
            x[i] = p
            cell[i] = min(int(p * cells), cells - 1)
            first[cell[i] + 1] += 1
        for c in range(cells):
            place[c] = first[c]
            first[c + 1] += first[c]
        for i in range(n):
            order[place[cell[i]]] = i
            place[cell[i]] += 1
        used = 0
        for c in range(cells):
            start, stop = first[c], first[c + 1]
            for k in range(start, stop - 1, 2):
                a, b = order[k], order[k + 1]
                gx, gy, gz = v[a, 0] - v[b, 0], v[a, 1] - v[b, 1], v[a, 2] - v[b, 2]
                g = np.sqrt(gx * gx + gy * gy + gz * gz)
                if draws[t, used, 0] * fastest < g:
                    cos = 2.0 * draws[t, used, 1] - 1.0
                    angle = 2.0 * np.pi * draws[t, used, 2]
                    sin = np.sqrt(1.0 - cos * cos)
                    hx, hy, hz = 0.5 * g * cos, 0.5 * g * sin * np.cos(angle), 0.5 * g * sin * np.sin(angle)
                    mx, my, mz = 0.5 * (v[a, 0] + v[b, 0]), 0.5 * (v[a, 1] + v[b, 1]), 0.5 * (v[a, 2] + v[b, 2])
                    v[a, 0], v[a, 1], v[a, 2] = mx + hx, my + hy, mz + hz
                    v[b, 0], v[b, 1], v[b, 2] = mx - hx, my - hy, mz - hz
                    hits[t, c] += 1
                used += 1
            if stop > start:
                mx, my, mz = 0.0, 0.0, 0.0
                for k in range(start, stop):
                    i = order[k]
                    mx += v[i, 0]
                    my += v[i, 1]
                    mz += v[i, 2]
                many = stop - start
                mx, my, mz = mx / many, my / many, mz / many
                total = 0.0
                for k in range(start, stop):
                    i = order[k]
                    total += (v[i, 0] - mx) ** 2 + (v[i, 1] - my) ** 2 + (v[i, 2] - mz) ** 2
                heat[t, c] = total / (3 * many)
