import numpy as np


def likely(x, centres, width):
    """The logarithm of a sum of bells."""
    e = -0.5 * np.sum((x[..., None, :] - centres) ** 2, axis=-1) / width ** 2
    top = np.max(e, axis=-1)
    return top + np.log(np.sum(np.exp(e - top[..., None]), axis=-1))


def nestsamp(start, centres, width, pick, moves):
    """Evidence by shells that shrink, after Skilling: the worst point walks, from where another one is, to where it is better."""
    points = start.copy()
    live = points.shape[0]
    level = likely(points, centres, width)
    turns, chain = moves.shape[:2]
    shells = np.zeros(turns)
    logz, heat, scale = -1e300, 0.0, 0.2
    first = np.log(1.0 - np.exp(-1.0 / live))
    for t in range(turns):
        worst = np.argmin(level)
        bound = level[worst]
        weight = bound + first - t / live
        new = np.logaddexp(logz, weight)
        heat = np.exp(weight - new) * bound + np.exp(logz - new) * (heat + logz) - new
        logz = new
        shells[t] = bound
        x, mine = points[pick[t]].copy(), level[pick[t]]
        taken = 0
        for k in range(chain):
            trial = x + scale * moves[t, k]
            trial -= np.floor(trial)
            there = likely(trial, centres, width)
            if there > bound:
                x, mine = trial, there
                taken += 1
        points[worst] = x
        level[worst] = mine
        if 2 * taken > chain:
            scale = min(scale * np.exp(1.0 / taken), 0.5)
        elif 2 * taken < chain:
            scale *= np.exp(-1.0 / (chain - taken))
    rest = np.max(level) + np.log(np.mean(np.exp(level - np.max(level)))) - turns / live
    return np.logaddexp(logz, rest), heat, shells, points, scale
