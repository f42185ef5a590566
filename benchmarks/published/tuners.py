"""Small programs that precision tuners publish results for, under the variable names that they report on.

arclength, the length that funarc finds but summed chord by chord under the names that tuners report on, and Simpson's rule stand in
case_studies/. H. Menon et al., ADAPT: algorithmic differentiation applied to floating-point precision tuning (SC 2018);
C. Rubio-Gonzalez et al., Precimonious (SC 2013); D. H. Bailey, Resolving numerical anomalies in scientific computation (2008).
"""

import numpy as np


def funarc(n):
    """The length of x + sum over k = 1..5 of 2^-k sin(2^k x) on [0, pi], as that of n chords."""
    h = np.pi / n
    x = h * np.arange(n + 1)
    curve = x
    wave = 1.0
    for _ in range(5):
        wave = 2.0 * wave
        curve = curve + np.sin(wave * x) / wave
    rise = curve[1:] - curve[:-1]
    return np.sum(np.sqrt(h * h + rise * rise))


def inputs_funarc(seed, size=None):
    return (size or 10_000,)


def nested_sum(outer, inner):
    """2 pi, outer times: each the sum of pi, pi / 2, pi / 4, ... into acc."""
    total = 0.0
    for _ in range(outer):
        tmp = np.pi
        acc = 0.0
        for _ in range(inner):
            acc = acc + tmp
            tmp = 0.5 * tmp
        total = total + acc
    return total


def inputs_nested_sum(seed, size=None):
    return size or 2000, 30


def fast_exp(x):
    """(1 + x / 1024)^1024: ten squarings."""
    y = 1.0 + x / 1024.0
    for _ in range(10):
        y = y * y
    return y


def fast_log(x):
    """log m + k log 2 with x = m 2^k and m near 1: the series of artanh to the ninth power."""
    k = np.round(np.log2(x))
    m = x / 2.0**k
    s = (m - 1.0) / (m + 1.0)
    s2 = s * s
    return 2.0 * s * (1.0 + s2 * (1.0 / 3.0 + s2 * (1.0 / 5.0 + s2 * (1.0 / 7.0 + s2 / 9.0)))) + k * 0.6931471805599453


def fast_sqrt(x):
    """Two of Newton's steps from the secant of the root on [1/4, 1]."""
    y = 0.41731 + 0.59016 * x
    y = 0.5 * (y + x / y)
    return 0.5 * (y + x / y)


def cumulative_normal(x):
    """Abramowitz & Stegun 26.2.17, with fast_exp."""
    k = 1.0 / (1.0 + 0.2316419 * np.abs(x))
    poly = k * (0.319381530 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))))
    tail = 0.3989422804014327 * fast_exp(-0.5 * x * x) * poly
    return np.where(x < 0.0, tail, 1.0 - tail)


def black_scholes_fast(spot, strike, rate, volatility, years):
    """Prices of European calls with approximations of exp, log and sqrt in place of the library's."""
    root = fast_sqrt(years)
    d1 = (fast_log(spot / strike) + (rate + 0.5 * volatility * volatility) * years) / (volatility * root)
    d2 = d1 - volatility * root
    call = spot * cumulative_normal(d1) - strike * fast_exp(-rate * years) * cumulative_normal(d2)
    return call


def inputs_black_scholes_fast(seed, size=None):
    n = size or 1000
    rng = np.random.default_rng(seed)
    return (rng.uniform(50.0, 150.0, n), rng.uniform(50.0, 150.0, n), rng.uniform(0.01, 0.05, n), rng.uniform(0.1, 0.5, n),
            rng.uniform(0.25, 1.0, n))


def k_means(feature, clusters, steps):
    """Lloyd's iteration: each point to its nearest centre, each centre to the mean of its points."""
    for _ in range(steps):
        distance = np.sum((feature[:, None, :] - clusters[None, :, :])**2, axis=2)
        nearest = np.argmin(distance, axis=1)
        for k in range(clusters.shape[0]):
            mine = (nearest == k) * 1.0
            weight = np.sum(mine)
            if weight > 0.0:
                clusters[k] = np.sum(mine[:, None] * feature, axis=0) / weight
    return clusters


def inputs_k_means(seed, size=None):
    n = size or 200
    rng = np.random.default_rng(seed)
    centres = rng.uniform(-5.0, 5.0, (4, 3))
    feature = centres[rng.integers(0, 4, n)] + 0.3 * rng.standard_normal((n, 3))
    return feature, feature[:4].copy() + 0.01, 6


def hpccg(b, n, steps):
    """Conjugate gradients for the 27-point operator 27 on the diagonal, -1 beside it, on an n^3 grid; b: (n, n, n)."""
    x = np.zeros((n, n, n))
    r = b.copy()
    p = r.copy()
    rtrans = np.sum(r * r)
    for _ in range(steps):
        full = np.zeros((n + 2, n + 2, n + 2))
        full[1:-1, 1:-1, 1:-1] = p
        ap = 28.0 * p
        for i in range(3):
            for j in range(3):
                for k in range(3):
                    ap = ap - full[i:i + n, j:j + n, k:k + n]
        alpha = rtrans / np.sum(p * ap)
        x = x + alpha * p
        r = r - alpha * ap
        oldrtrans = rtrans
        rtrans = np.sum(r * r)
        p = r + (rtrans / oldrtrans) * p
    return x


def inputs_hpccg(seed, size=None):
    n = size or 10
    rng = np.random.default_rng(seed)
    return rng.uniform(0.5, 1.5, (n, n, n)), n, 30
