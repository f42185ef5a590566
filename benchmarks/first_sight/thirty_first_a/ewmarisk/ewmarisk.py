import numpy as np


def initialize(days, assets):
    """Returns that go together and are calm and wild by turns, and what share of the money each asset has."""
    rng = np.random.default_rng(3107)
    mood = np.exp(np.cumsum(0.08 * rng.standard_normal(days)) - 0.002 * np.arange(days) ** 0.9)
    common = rng.standard_t(5.0, (days, 1)) * np.clip(mood, 0.4, 2.5)[:, None]
    returns = 0.006 * common * rng.uniform(0.5, 1.5, assets) + 0.008 * rng.standard_normal((days, assets))
    weights = rng.random(assets) ** 2
    return returns, weights / weights.sum()
