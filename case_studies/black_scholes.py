"""Prices of European options by the Black-Scholes formula.

    call = S N(d1) - K exp(-r t) N(d2),   put = K exp(-r t) N(-d2) - S N(-d1)
    d1 = (ln(S / K) + (r + v^2 / 2) t) / (v sqrt t),   d2 = d1 - v sqrt t

Black & Scholes 1973, J. Polit. Econ. 81, 637, eq. 13. N, the cumulative normal distribution, is Abramowitz & Stegun,
Handbook of Mathematical Functions, eq. 26.2.17: a polynomial of degree five in 1 / (1 + p x), absolute error below
7.5e-8.
"""

import numpy as np

INV_SQRT_2PI = 0.3989422804014327
P = 0.2316419
B1, B2, B3, B4, B5 = 0.319381530, -0.356563782, 1.781477937, -1.821255978, 1.330274429


def normal_cdf(x):
    """N(x), the probability that a standard normal variable is at most x (Abramowitz & Stegun 26.2.17)."""
    z = np.abs(x)
    t = 1.0 / (1.0 + P * z)
    density = INV_SQRT_2PI * np.exp(-0.5 * z * z)
    tail = density * t * (B1 + t * (B2 + t * (B3 + t * (B4 + t * B5))))
    return np.where(x < 0.0, tail, 1.0 - tail)


def black_scholes(spot, strike, time, rate, volatility):
    """Return the prices (call, put), shape (n,), in the currency of spot and strike.

    spot, strike, time [years] and volatility [1 / sqrt(year)] have shape (n,); rate [1 / year] is a number.
    """
    root = volatility * np.sqrt(time)
    d1 = (np.log(spot / strike) + (rate + 0.5 * volatility * volatility) * time) / root
    d2 = d1 - root
    discounted = strike * np.exp(-rate * time)
    call = spot * normal_cdf(d1) - discounted * normal_cdf(d2)
    put = discounted * normal_cdf(-d2) - spot * normal_cdf(-d1)
    return call, put


def inputs(seed, size=None):
    """Arguments of `black_scholes`: size options (default 50000) from deep in to deep out of the money."""
    n = 50_000 if size is None else size
    rng = np.random.default_rng(seed)
    spot = rng.uniform(20.0, 180.0, n)
    time = rng.uniform(0.05, 3.0, n)
    volatility = rng.uniform(0.08, 0.6, n)
    strike = spot * np.exp(rng.normal(0.0, 0.8, n) * volatility * np.sqrt(time))
    return spot, strike, time, 0.0317, volatility
