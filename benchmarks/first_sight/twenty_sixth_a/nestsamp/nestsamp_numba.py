import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def likely(x, centres, width, e):
    top = -np.inf
    for m in range(centres.shape[0]):
        total = 0.0
        for d in range(x.size):
            total += (x[d] - centres[m, d]) ** 2
        e[m] = -0.5 * total / width ** 2
        top = max(top, e[m])
    total = 0.0
    for m in range(e.size):
        total += np.exp(e[m] - top)
    return top + np.log(total)


@nb.njit(error_model="numpy")
def nestsamp(start, centres, width, pick, moves):
    points = start.copy()
    live, dims = points.shape
    turns, chain = moves.shape[:2]
    e, x, trial = np.empty(centres.shape[0]), np.empty(dims), np.empty(dims)
    level, shells = np.empty(live), np.zeros(turns)
    for i in range(live):
        level[i] = likely(points[i], centres, width, e)
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
        x[:] = points[pick[t]]
        mine = level[pick[t]]
        taken = 0
        for k in range(chain):
            for d in range(dims):
                y = x[d] + scale * moves[t, k, d]
                trial[d] = y - np.floor(y)
            there = likely(trial, centres, width, e)
            if there > bound:
                x, trial = trial, x
                mine = there
                taken += 1
        points[worst] = x
        level[worst] = mine
        if 2 * taken > chain:
            scale = min(scale * np.exp(1.0 / taken), 0.5)
        elif 2 * taken < chain:
            scale *= np.exp(-1.0 / (chain - taken))
    top = np.max(level)
    rest = top + np.log(np.mean(np.exp(level - top))) - turns / live
    return np.logaddexp(logz, rest), heat, shells, points, scale
