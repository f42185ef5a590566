from math import erf, exp, log, sqrt

import numpy as np


def sobol(V, points):
    """The points in the order of Gray's code."""
    i = np.arange(points, dtype=np.uint32)
    gray = i ^ (i >> np.uint32(1))
    x = np.zeros((V.shape[0], points), dtype=np.uint32)
    bit = 0
    while points >> bit:
        x ^= V[:, bit, None] * ((gray >> np.uint32(bit)) & np.uint32(1))
        bit += 1
    return x


def normal(u):
    """Quantiles of the normal distribution after Acklam."""
    low = np.minimum(u, 1.0 - u)
    q = np.sqrt(-2.0 * np.log(low))
    tail = (((((-7.784894002430293e-03 * q - 3.223964580411365e-01) * q - 2.400758277161838) * q - 2.549732539343734) * q
             + 4.374664141464968) * q + 2.938163982698783)
    tail /= ((((7.784695709041462e-03 * q + 3.224671290700398e-01) * q + 2.445134137142996) * q + 3.754408661907416) * q + 1.0)
    c = u - 0.5
    r = c * c
    middle = (((((-3.969683028665376e+01 * r + 2.209460984245205e+02) * r - 2.759285104469687e+02) * r + 1.383577518672690e+02) * r
               - 3.066479806614716e+01) * r + 2.506628277459239) * c
    middle /= (((((-5.447609879822406e+01 * r + 1.615858368580409e+02) * r - 1.556989798598866e+02) * r + 6.680131188771972e+01) * r
                - 1.328068155288572e+01) * r + 1.0)
    return np.where(low < 0.02425, np.where(u < 0.5, tail, -tail), middle)


def geometric(spot, strike, rate, sigma, dt, dates):
    """The price where the mean is a geometric one, which has a closed form."""
    m = log(spot) + (rate - 0.5 * sigma ** 2) * dt * (dates + 1) / 2.0
    v = sigma ** 2 * dt * (dates + 1) * (2 * dates + 1) / (6.0 * dates)
    d1 = (m - log(strike) + v) / sqrt(v)
    d2 = d1 - sqrt(v)
    return exp(-rate * dt * dates) * (exp(m + 0.5 * v) * 0.5 * (1.0 + erf(d1 / sqrt(2.0))) - strike * 0.5 * (1.0 + erf(d2 / sqrt(2.0))))


def sobolasian(V, shift, spot, strike, rate, sigma, years, points):
    """A call on a mean of prices, by Sobol's points shifted, the geometric mean as control."""
    dates = V.shape[0]
    dt = years / dates
    u = ((sobol(V, points) ^ shift[:, None]) + 0.5) / 4294967296.0
    steps = (rate - 0.5 * sigma ** 2) * dt + sigma * np.sqrt(dt) * normal(u)
    paths = np.log(spot) + np.cumsum(steps, axis=0)
    discount = np.exp(-rate * years)
    pay = discount * np.maximum(np.exp(paths).mean(axis=0) - strike, 0.0)
    known = discount * np.maximum(np.exp(paths.mean(axis=0)) - strike, 0.0)
    beta = np.mean((pay - pay.mean()) * (known - known.mean())) / np.var(known)
    price = pay.mean() - beta * (known.mean() - geometric(spot, strike, rate, sigma, dt, dates))
    return price, beta, pay.mean(), np.std(pay - beta * known) / np.sqrt(points)
