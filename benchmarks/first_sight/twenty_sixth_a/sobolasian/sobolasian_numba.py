from math import erf, exp, log, sqrt

import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def normal(u):
    low = min(u, 1.0 - u)
    if low < 0.02425:
        q = sqrt(-2.0 * log(low))
        top = (((((-7.784894002430293e-03 * q - 3.223964580411365e-01) * q - 2.400758277161838) * q - 2.549732539343734) * q
                + 4.374664141464968) * q + 2.938163982698783)
        top /= ((((7.784695709041462e-03 * q + 3.224671290700398e-01) * q + 2.445134137142996) * q + 3.754408661907416) * q + 1.0)
        return top if u < 0.5 else -top
    c = u - 0.5
    r = c * c
    top = (((((-3.969683028665376e+01 * r + 2.209460984245205e+02) * r - 2.759285104469687e+02) * r + 1.383577518672690e+02) * r
            - 3.066479806614716e+01) * r + 2.506628277459239) * c
    return top / (((((-5.447609879822406e+01 * r + 1.615858368580409e+02) * r - 1.556989798598866e+02) * r + 6.680131188771972e+01) * r
                   - 1.328068155288572e+01) * r + 1.0)


@nb.njit(error_model="numpy")
def geometric(spot, strike, rate, sigma, dt, dates):
    m = log(spot) + (rate - 0.5 * sigma ** 2) * dt * (dates + 1) / 2.0
    v = sigma ** 2 * dt * (dates + 1) * (2 * dates + 1) / (6.0 * dates)
    d1 = (m - log(strike) + v) / sqrt(v)
    d2 = d1 - sqrt(v)
    return exp(-rate * dt * dates) * (exp(m + 0.5 * v) * 0.5 * (1.0 + erf(d1 / sqrt(2.0))) - strike * 0.5 * (1.0 + erf(d2 / sqrt(2.0))))


@nb.njit(error_model="numpy")
def sobolasian(V, shift, spot, strike, rate, sigma, years, points):
    dates = V.shape[0]
    dt = years / dates
    drift, spread, discount = (rate - 0.5 * sigma ** 2) * dt, sigma * sqrt(dt), exp(-rate * years)
    x = shift.copy()
    pay, known = np.empty(points), np.empty(points)
    for i in range(points):
        if i > 0:
            bit = 0
            while not (i >> bit) & 1:
                bit += 1
            for k in range(dates):
                x[k] ^= V[k, bit]
        path, total, logs = log(spot), 0.0, 0.0
        for k in range(dates):
            path += drift + spread * normal((x[k] + 0.5) / 4294967296.0)
            total += exp(path)
            logs += path
        pay[i] = discount * max(total / dates - strike, 0.0)
        known[i] = discount * max(exp(logs / dates) - strike, 0.0)
    a, b = pay.mean(), known.mean()
    both, own, rest = 0.0, 0.0, 0.0
    for i in range(points):
        both += (pay[i] - a) * (known[i] - b)
        own += (known[i] - b) ** 2
    beta = both / own
    for i in range(points):
        rest += (pay[i] - a - beta * (known[i] - b)) ** 2
    return a - beta * (b - geometric(spot, strike, rate, sigma, dt, dates)), beta, a, sqrt(rest / points) / sqrt(points)
