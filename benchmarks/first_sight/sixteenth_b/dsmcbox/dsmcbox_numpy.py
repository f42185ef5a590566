import numpy as np


def wander(x, v, dt):
    """Straight paths, turned back at both walls."""
    x += dt * v[:, 0]
    low = x < 0.0
    x[low] = -x[low]
    v[low, 0] = -v[low, 0]
    high = x > 1.0
    x[high] = 2.0 - x[high]
    v[high, 0] = -v[high, 0]


def collide(v, a, b, cos, angle):
    """Turns the relative velocity of particles a and b; energy and momentum stay."""
    gx, gy, gz = v[a] - v[b]
    g = np.sqrt(gx * gx + gy * gy + gz * gz)
    sin = np.sqrt(1.0 - cos * cos)
    turned = g * np.array([cos, sin * np.cos(angle), sin * np.sin(angle)])
    middle = 0.5 * (v[a] + v[b])
    v[a] = middle + 0.5 * turned
    v[b] = middle - 0.5 * turned


def simulate(x, v, draws, hits, heat, dt=0.01, fastest=8.0):
    """A rarefied gas after Bird: particles fly, then meet others of their cell by chance. All results are in place."""
    steps, cells = hits.shape
    for t in range(steps):
        wander(x, v, dt)
        cell = np.minimum((x * cells).astype(np.int64), cells - 1)
        order = np.argsort(cell, kind="stable")
        count = np.bincount(cell, minlength=cells)
        first = 0
        used = 0
        for c in range(cells):
            here = order[first:first + count[c]]
            for k in range(count[c] // 2):
                a, b = here[2 * k], here[2 * k + 1]
                g = np.sqrt(np.sum((v[a] - v[b]) ** 2))
                u = draws[t, used]
                used += 1
                if u[0] * fastest < g:
                    collide(v, a, b, 2.0 * u[1] - 1.0, 2.0 * np.pi * u[2])
                    hits[t, c] += 1
            if count[c] > 0:
                drift = v[here].mean(axis=0)
                heat[t, c] = np.mean((v[here] - drift) ** 2)
            first += count[c]
