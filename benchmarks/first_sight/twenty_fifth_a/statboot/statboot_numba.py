import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def spread(x):
    mean = np.sum(x) / x.size
    total = 0.0
    for v in x:
        total += (v - mean) ** 2
    return mean, np.sqrt(total / (x.size - 1))


@nb.njit(error_model="numpy")
def quantile(ordered, q):
    place = q * (ordered.size - 1)
    low = int(place)
    high = min(low + 1, ordered.size - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])


@nb.njit(error_model="numpy")
def statboot(returns, uniform, starts, chance):
    draws, n = uniform.shape
    found, fall = np.empty(draws), np.empty(draws)
    sample = np.empty(n)
    year = np.sqrt(252.0)
    below = 0
    for d in range(draws):
        place = starts[d, 0]
        wealth, top, deepest = 0.0, -np.inf, 0.0
        for t in range(n):
            if t > 0:
                if uniform[d, t] < chance:
                    place = starts[d, t]
                else:
                    place = place + 1 if place + 1 < n else 0
            sample[t] = returns[place]
            wealth += sample[t]
            top = max(top, wealth)
            deepest = max(deepest, top - wealth)
        mean, deviation = spread(sample)
        found[d] = year * mean / deviation
        fall[d] = deepest
        below += found[d] <= 0.0
    mean, deviation = spread(returns)
    point = year * mean / deviation
    _, error = spread(found)
    ordered = np.sort(found)
    low, high = quantile(ordered, 0.025), quantile(ordered, 0.975)
    return point, error, 2.0 * point - high, 2.0 * point - low, below / draws, np.median(fall)
