import numpy as np


def initialize(rates, expiry, factors, paths):
    rng = np.random.default_rng(42)
    forward = 0.03 + 0.01 * np.linspace(0.0, 1.0, rates)
    k = np.arange(rates)
    vol = 0.1 + 0.15 * np.exp(-0.15 * k)
    angle = np.pi / 2.0 * k / rates
    load = np.stack([np.cos(angle) ** (f + 1) * np.sin(angle + 0.3 * f) + 0.3 for f in range(factors)], axis=1)
    load /= np.sqrt(np.sum(load**2, axis=1, keepdims=True))
    z = rng.standard_normal((expiry, factors, paths))
    return forward, vol, load, z, 0.036
