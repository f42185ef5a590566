"""Prices and risks."""

import numpy as np


def american_put(spot, strike, rate, sigma, years, n):
    """American put on Cox, Ross and Rubinstein's tree (1979), for many spots. spot (k,)."""
    dt = years / n
    up = np.exp(sigma * np.sqrt(dt))
    p = (np.exp(rate * dt) - 1.0 / up) / (up - 1.0 / up)
    discount = np.exp(-rate * dt)
    level = np.arange(n + 1)
    value = np.maximum(strike - spot[:, None] * up ** (2.0 * level - n), 0.0)
    for step in range(n - 1, -1, -1):
        held = discount * (p * value[:, 1:step + 2] + (1.0 - p) * value[:, :step + 1])
        price = spot[:, None] * up ** (2.0 * level[:step + 1] - step)
        value[:, :step + 1] = np.maximum(held, strike - price)
    return value[:, 0]


def inputs_american_put(seed, size=None):
    return np.random.default_rng(seed).uniform(80.0, 120.0, 4), 100.0, 0.05, 0.2, 1.0, size or 20


def asian_option(normal, spot, strike, rate, sigma, years):
    """Arithmetic Asian call by Monte Carlo with a geometric control. normal (paths, steps)."""
    paths, steps = normal.shape
    dt = years / steps
    log_price = np.log(spot) + np.cumsum((rate - 0.5 * sigma * sigma) * dt + sigma * np.sqrt(dt) * normal, axis=1)
    price = np.exp(log_price)
    arithmetic = np.maximum(price.mean(axis=1) - strike, 0.0)
    geometric = np.maximum(np.exp(log_price.mean(axis=1)) - strike, 0.0)
    a, g = arithmetic - arithmetic.mean(), geometric - geometric.mean()
    beta = np.sum(a * g) / np.sum(g * g)
    return np.exp(-rate * years) * arithmetic.mean(), beta, np.sqrt(np.mean((a - beta * g) ** 2) / paths)


def inputs_asian_option(seed, size=None):
    return np.random.default_rng(seed).normal(size=(size or 40, 24)), 100.0, 102.0, 0.03, 0.25, 1.0


def heston(z, price, variance, kappa, theta, xi, rho, dt):
    """Heston's stochastic volatility, full truncation. z (steps, 2, paths); price and variance (paths,) change in place."""
    for t in range(z.shape[0]):
        positive = np.maximum(variance, 0.0)
        root = np.sqrt(positive * dt)
        price *= np.exp(-0.5 * positive * dt + root * z[t, 0])
        variance += kappa * (theta - positive) * dt + xi * root * (rho * z[t, 0] + np.sqrt(1.0 - rho * rho) * z[t, 1])


def inputs_heston(seed, size=None):
    n = size or 40
    rng = np.random.default_rng(seed)
    return rng.normal(size=(12, 2, n)), np.full(n, 100.0), np.full(n, 0.04), 1.5, 0.04, 0.5, -0.7, 1.0 / 12.0


def covariance_path(returns, decay):
    """Exponentially weighted covariance and the risk of equal weights along time. returns (days, assets)."""
    days, assets = returns.shape
    cov = np.eye(assets) * 1e-4
    weight = np.ones(assets) / assets
    risk = np.zeros(days)
    for t in range(days):
        cov = decay * cov + (1.0 - decay) * np.outer(returns[t], returns[t])
        risk[t] = np.sqrt(weight @ cov @ weight)
    return risk, cov / np.sqrt(np.outer(np.diag(cov), np.diag(cov)))


def inputs_covariance_path(seed, size=None):
    return 0.01 * np.random.default_rng(seed).normal(size=(30, size or 10)), 0.94


def implied_volatility(price, strike, spot, years):
    """Volatility from prices of calls (rate 0) by bisection, with Hastings' normal distribution. price, strike (n,)."""
    low = np.full(price.shape, 1e-4)
    high = np.full(price.shape, 2.0)
    while np.max(high - low) > 1e-10:
        middle = 0.5 * (low + high)
        d1 = (np.log(spot / strike) + 0.5 * middle * middle * years) / (middle * np.sqrt(years))
        model = spot * normal(d1) - strike * normal(d1 - middle * np.sqrt(years))
        above = model > price
        high = np.where(above, middle, high)
        low = np.where(above, low, middle)
    return 0.5 * (low + high)


def normal(x):
    """Normal distribution (Abramowitz & Stegun 26.2.17)."""
    t = 1.0 / (1.0 + 0.2316419 * np.abs(x))
    poly = t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
    tail = np.exp(-0.5 * x * x) / np.sqrt(2.0 * np.pi) * poly
    return np.where(x > 0.0, 1.0 - tail, tail)


def inputs_implied_volatility(seed, size=None):
    n = size or 30
    rng = np.random.default_rng(seed)
    strike = rng.uniform(90.0, 110.0, n)
    return np.maximum(100.0 - strike, 0.0) + rng.uniform(3.0, 8.0, n), strike, 100.0, 0.5


def yield_curve(coupon, price):
    """Discount factors from par bonds, one maturity after the other, and forward rates. coupon, price (n,)."""
    n = coupon.shape[0]
    factor = np.zeros(n)
    for i in range(n):
        known = 0.0
        for j in range(i):
            known += coupon[i] * factor[j]
        factor[i] = (price[i] - known) / (1.0 + coupon[i])
    forward = np.empty(n)
    forward[0] = 1.0 / factor[0] - 1.0
    forward[1:] = factor[:-1] / factor[1:] - 1.0
    return factor, forward


def inputs_yield_curve(seed, size=None):
    n = size or 20
    return 0.02 + 0.01 * np.sort(np.random.default_rng(seed).random(n)) / n, np.ones(n)
