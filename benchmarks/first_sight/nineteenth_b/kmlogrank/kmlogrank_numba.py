import numba as nb
import numpy as np


@nb.njit
def survival(time, died, group, groups):
    order = np.argsort(time)
    n = len(time)
    count = 0
    last = -1.0
    for i in order:
        if died[i] and time[i] != last:
            count += 1
            last = time[i]
    curves, error = np.ones((groups, count)), np.zeros((groups, count))
    median = np.full(groups, np.inf)
    excess, variance = np.zeros(groups), np.zeros(groups)
    alive, lost, dead = np.zeros(groups, np.int64), np.zeros(groups, np.int64), np.zeros(groups, np.int64)
    level, spread = np.ones(groups), np.zeros(groups)
    for i in range(n):
        alive[group[i]] += 1
    i, k = 0, 0
    while i < n:
        now = time[order[i]]
        risk = n - i
        lost[:] = 0
        dead[:] = 0
        deaths = 0
        while i < n and time[order[i]] == now:
            p = order[i]
            lost[group[p]] += 1
            if died[p]:
                dead[group[p]] += 1
                deaths += 1
            i += 1
        if deaths > 0:
            for g in range(groups):
                m, d = alive[g], dead[g]
                if m > 0:
                    level[g] *= 1.0 - d / m
                if m > d:
                    spread[g] += d / (m * (m - d))
                curves[g, k] = level[g]
                error[g, k] = level[g] * np.sqrt(spread[g])
                if level[g] <= 0.5 and median[g] == np.inf:
                    median[g] = now
                share = m / risk
                excess[g] += d - deaths * share
                if risk > 1:
                    variance[g] += deaths * share * (1.0 - share) * (risk - deaths) / (risk - 1)
            k += 1
        alive -= lost
    return curves, error, median, np.sum(excess**2 / np.maximum(variance, 1e-300))
