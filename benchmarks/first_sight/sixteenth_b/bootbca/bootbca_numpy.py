from math import erfc, sqrt

import numpy as np


def correlation(x, y, axis=-1):
    dx = x - x.mean(axis=axis, keepdims=True)
    dy = y - y.mean(axis=axis, keepdims=True)
    return np.sum(dx * dy, axis=axis) / np.sqrt(np.sum(dx * dx, axis=axis) * np.sum(dy * dy, axis=axis))


def normal(z):
    return 0.5 * erfc(-z / sqrt(2.0))


def quantile(p):
    """By Newton's method from a rational guess (Abramowitz and Stegun 26.2.23)."""
    tail = min(p, 1.0 - p)
    t = sqrt(-2.0 * np.log(tail))
    z = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
    z = -z if p < 0.5 else z
    for _ in range(4):
        z -= (normal(z) - p) * sqrt(2.0 * np.pi) * np.exp(0.5 * z * z)
    return z


def intervals(x, y, drawn, levels):
    """Ends of intervals of a correlation: by percentiles of drawn samples, biases and skewness taken off (Efron)."""
    n = x.size
    draws = drawn.shape[0]
    seen = correlation(x, y)
    samples = correlation(x[drawn], y[drawn])
    samples = np.sort(samples)
    below = (np.count_nonzero(samples < seen) + 0.5) / (draws + 1.0)
    bias = quantile(below)
    without = np.empty(n)
    keep = np.ones(n, dtype=bool)
    for i in range(n):
        keep[i] = False
        without[i] = correlation(x[keep], y[keep])
        keep[i] = True
    gap = without.mean() - without
    skew = np.sum(gap**3) / (6.0 * np.sum(gap**2) ** 1.5)
    ends = np.empty(levels.size)
    for k, level in enumerate(levels):
        z = bias + quantile(level)
        place = normal(bias + z / (1.0 - skew * z)) * (draws - 1)
        low = int(np.floor(place))
        high = min(low + 1, draws - 1)
        ends[k] = samples[low] + (place - low) * (samples[high] - samples[low])
    return seen, ends, bias, skew, samples
