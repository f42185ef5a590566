import numpy as np


def tendency(x, force=8.0):
    return (np.roll(x, -1) - np.roll(x, 2)) * np.roll(x, 1) - x + force


def tendency_back(x, v):
    """The transpose of what the tendency does to small changes of x."""
    along = np.roll(v, 1) * np.roll(x, 2) - np.roll(v, -2) * np.roll(x, -1)
    return along + np.roll(v, -1) * (np.roll(x, -2) - np.roll(x, 1)) - v


def stages(x, h):
    k1 = tendency(x)
    y = x + 0.5 * h * k1
    k2 = tendency(y)
    z = x + 0.5 * h * k2
    k3 = tendency(z)
    w = x + h * k3
    return y, z, w, x + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + tendency(w))


def step_back(x, v, h):
    y, z, w, _ = stages(x, h)
    a4 = tendency_back(w, h / 6.0 * v)
    a3 = tendency_back(z, h / 3.0 * v + h * a4)
    a2 = tendency_back(y, h / 3.0 * v + 0.5 * h * a3)
    return v + a4 + a3 + a2 + tendency_back(x, h / 6.0 * v + 0.5 * h * a2)


def cost(x0, guess, seen, sites, every, h, doubt, noise):
    """How ill a start fits guess and observations, and the course it takes."""
    course = np.empty((len(seen) * every + 1, x0.size))
    course[0] = x0
    total = 0.5 * np.sum((x0 - guess) ** 2) / doubt ** 2
    for t in range(1, len(course)):
        course[t] = stages(course[t - 1], h)[3]
        if t % every == 0:
            total += 0.5 * np.sum((course[t, sites] - seen[t // every - 1]) ** 2) / noise ** 2
    return total, course


def lor96var(guess, seen, sites, every, rounds, h=0.025, doubt=1.0, noise=0.5):
    """Steepest descent along the adjoint's slopes, steps halved until the cost falls enough."""
    x = guess.copy()
    step = 0.05
    costs = np.empty(rounds + 1)
    costs[0], course = cost(x, guess, seen, sites, every, h, doubt, noise)
    used = 0
    for r in range(rounds):
        v = np.zeros_like(x)
        for t in range(len(course) - 1, 0, -1):
            if t % every == 0:
                v[sites] += (course[t, sites] - seen[t // every - 1]) / noise ** 2
            v = step_back(course[t - 1], v, h)
        v += (x - guess) / doubt ** 2
        slope = v @ v
        step *= 2.0
        while True:
            used += 1
            costs[r + 1], tried = cost(x - step * v, guess, seen, sites, every, h, doubt, noise)
            if costs[r + 1] <= costs[r] - 0.1 * step * slope or step < 1e-8:
                break
            step *= 0.5
        x -= step * v
        course = tried
    return x, costs, used
