import numba as nb
import numpy as np


@nb.njit
def density(x):
    return np.exp(-0.5 * x * x) / np.sqrt(2.0 * np.pi)


@nb.njit
def cumulative(x):
    t = 1.0 / (1.0 + 0.2316419 * abs(x))
    tail = density(x) * t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
    return 1.0 - tail if x >= 0.0 else tail


@nb.njit
def greeks(spot, strike, time, sigma, call, rate=0.03, dividend=0.01):
    n = len(spot)
    value, delta, gamma, vega, theta = np.empty(n), np.empty(n), np.empty(n), np.empty(n), np.empty(n)
    for i in range(n):
        years = np.sqrt(time[i])
        root = sigma[i] * years
        d1 = (np.log(spot[i] / strike[i]) + (rate - dividend + 0.5 * sigma[i]**2) * time[i]) / root
        d2 = d1 - root
        sign = 1.0 if call[i] else -1.0
        fade = np.exp(-dividend * time[i])
        grow = spot[i] * fade
        pay = strike[i] * np.exp(-rate * time[i])
        n1, n2 = cumulative(sign * d1), cumulative(sign * d2)
        bell = density(d1)
        value[i] = sign * (grow * n1 - pay * n2)
        delta[i] = sign * fade * n1
        gamma[i] = fade * bell / (spot[i] * root)
        vega[i] = grow * bell * years
        theta[i] = -0.5 * grow * bell * sigma[i] / years - sign * (rate * pay * n2 - dividend * grow * n1)
    return value, delta, gamma, vega, theta
