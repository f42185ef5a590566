import math

import numba as nb
import numpy as np


@nb.njit
def normal(z):
    return 0.5 * math.erfc(-z / math.sqrt(2.0))


@nb.njit
def quantile(p):
    t = math.sqrt(-2.0 * math.log(min(p, 1.0 - p)))
    z = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
    z = -z if p < 0.5 else z
    for _ in range(4):
        z -= (normal(z) - p) * math.sqrt(2.0 * math.pi) * math.exp(0.5 * z * z)
    return z


@nb.njit
def moments(x, y):
    n = x.size
    mx, my = 0.0, 0.0
    for i in range(n):
        mx += x[i]
        my += y[i]
    mx /= n
    my /= n
    xx, xy, yy = 0.0, 0.0, 0.0
    for i in range(n):
        dx, dy = x[i] - mx, y[i] - my
        xx += dx * dx
        xy += dx * dy
        yy += dy * dy
    return xy / math.sqrt(xx * yy)


@nb.njit
def intervals(x, y, drawn, levels):
    draws, n = drawn.shape
    seen = moments(x, y)
    samples = np.empty(draws)
    bx, by = np.empty(n), np.empty(n)
    below = 0
    for d in range(draws):
        for i in range(n):
            k = drawn[d, i]
            bx[i], by[i] = x[k], y[k]
        samples[d] = moments(bx, by)
        below += samples[d] < seen
    samples.sort()
    bias = quantile((below + 0.5) / (draws + 1.0))
    mx, my = x.mean(), y.mean()
    cx, cy = x - mx, y - my
    xx, xy, yy = np.sum(cx * cx), np.sum(cx * cy), np.sum(cy * cy)
    without = np.empty(n)
    share = n / (n - 1.0)
    for i in range(n):
        a, b = cx[i], cy[i]
        without[i] = (xy - share * a * b) / math.sqrt((xx - share * a * a) * (yy - share * b * b))
    gap = without.mean() - without
    skew = np.sum(gap**3) / (6.0 * np.sum(gap**2) ** 1.5)
    ends = np.empty(levels.size)
    for k in range(levels.size):
        z = bias + quantile(levels[k])
        place = normal(bias + z / (1.0 - skew * z)) * (draws - 1)
        low = int(math.floor(place))
        high = min(low + 1, draws - 1)
        ends[k] = samples[low] + (place - low) * (samples[high] - samples[low])
    return seen, ends, bias, skew, samples
