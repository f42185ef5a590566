import numpy as np

LANCZOS = (76.18009172947146, -86.50532032941677, 24.01409824083091, -1.231739572450155, 0.1208650973866179e-2, -0.5395239384953e-5)


def gamma(x):
    """Of x above nothing, after Lanczos."""
    base = x + 5.5
    total = 1.000000000190015
    for i, c in enumerate(LANCZOS):
        total = total + c / (x + 1.0 + i)
    return np.exp((x + 0.5) * np.log(base) - base) * 2.5066282746310005 * total / x


def moments(sample):
    """The first two L-moments and the skewness of samples along the last axis."""
    x = np.sort(sample, axis=-1)
    n = x.shape[-1]
    j = np.arange(n)
    b0 = x.mean(axis=-1)
    b1 = (x * (j / (n - 1.0))).mean(axis=-1)
    b2 = (x * (j * (j - 1.0) / ((n - 1.0) * (n - 2.0)))).mean(axis=-1)
    l2 = 2.0 * b1 - b0
    return b0, l2, (6.0 * b2 - 6.0 * b1 + b0) / l2


def fit(sample):
    """After Hosking: shape, scale and place of a law of extremes."""
    l1, l2, skew = moments(sample)
    c = 2.0 / (3.0 + skew) - np.log(2.0) / np.log(3.0)
    k = 7.8590 * c + 2.9554 * c * c
    k = np.where(np.abs(k) < 1e-6, 1e-6, k)
    g = gamma(1.0 + k)
    scale = l2 * k / ((1.0 - 2.0 ** -k) * g)
    return k, scale, l1 - scale * (1.0 - g) / k


def returns(k, scale, place, periods):
    y = -np.log(1.0 - 1.0 / periods)
    return place[..., None] + scale[..., None] / k[..., None] * (1.0 - y ** k[..., None])


def lmomgev(flood, pick, periods):
    """The law of each river, its floods of given rarity, and how sure they are."""
    k, scale, place = fit(flood)
    level = returns(k, scale, place, periods)
    again = returns(*fit(flood[:, pick]), periods)
    low, high = np.quantile(again, [0.05, 0.95], axis=1)
    return k, scale, place, level, low, high
