import numpy as np

WAYS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def receivers(z, dx):
    """Where the water of each place goes: its steepest neighbour, or itself at pits and at the sea."""
    rows, columns = z.shape
    place = np.arange(rows * columns).reshape(rows, columns)
    best = place.copy()
    steepest = np.zeros((rows - 2, columns - 2))
    away = np.full((rows, columns), dx)
    for di, dj in WAYS:
        there = (slice(1 + di, rows - 1 + di), slice(1 + dj, columns - 1 + dj))
        far = dx * np.sqrt(di * di + dj * dj)
        slope = (z[1:-1, 1:-1] - z[there]) / far
        better = slope > steepest
        steepest[better] = slope[better]
        best[1:-1, 1:-1][better] = place[there][better]
        away[1:-1, 1:-1][better] = far
    return best.ravel(), away.ravel()


def streampow(z, uplift, dt, dx, steps, k=2e-5, m=0.5, creep=0.01):
    """Uplift, creep and rivers; drained areas and receivers of the last step. The edge is the sea."""
    area = np.zeros(z.size)
    to = np.arange(z.size)
    for _ in range(steps):
        z[1:-1, 1:-1] += dt * uplift[1:-1, 1:-1]
        bend = z[:-2, 1:-1] + z[2:, 1:-1] + z[1:-1, :-2] + z[1:-1, 2:] - 4.0 * z[1:-1, 1:-1]
        z[1:-1, 1:-1] += dt * creep / dx ** 2 * bend
        to, away = receivers(z, dx)
        order = np.argsort(z, axis=None, kind="stable")
        area[:] = dx * dx
        for i in order[::-1]:
            if to[i] != i:
                area[to[i]] += area[i]
        height = z.reshape(-1)
        f = k * dt * area ** m / away
        for i in order:
            if to[i] != i:
                height[i] = (height[i] + f[i] * height[to[i]]) / (1.0 + f[i])
    return area, to
