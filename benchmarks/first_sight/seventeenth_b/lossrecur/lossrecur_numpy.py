import numpy as np


def phi(x):
    """The normal distribution (Hastings)."""
    t = 1.0 / (1.0 + 0.2316419 * np.abs(x))
    tail = np.exp(-0.5 * x * x) / np.sqrt(2.0 * np.pi)
    tail = tail * t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
    return np.where(x > 0.0, 1.0 - tail, tail)


def quantile(p):
    """By Newton's method on the distribution above, from zero."""
    x = np.full_like(p, -1.0)
    for _ in range(12):
        x = x - np.clip((phi(x) - p) * np.sqrt(2.0 * np.pi) * np.exp(0.5 * x * x), -0.7, 0.7)
    return x


def distribution(p, units):
    """Losses of independent names, in units: p (nodes, names) -> (nodes, all units + 1), a name after the other."""
    losses = np.zeros((p.shape[0], units.sum() + 1))
    losses[:, 0] = 1.0
    for k in range(units.size):
        u = units[k]
        hit = p[:, k:k + 1] * losses[:, :-u]
        losses *= 1.0 - p[:, k:k + 1]
        losses[:, u:] += hit
    return losses


def tranche_losses(hazard, loading, units, z, weights, dates, tranches, recovery=0.4, rate=0.02):
    """Spreads of tranches of a portfolio with one Gaussian factor, after Andersen, Sidenius and Basu; and expected losses at each date."""
    count = units.sum() + 1
    loss = (1.0 - recovery) * np.arange(count) / units.sum()
    low, high = tranches[:, :1], tranches[:, 1:]
    share = (np.clip(loss, low, high) - low) / (high - low)
    spread = np.sqrt(1.0 - loading**2)
    expected = np.zeros((dates.size + 1, tranches.shape[0]))
    for d in range(dates.size):
        threshold = quantile(1.0 - np.exp(-hazard * dates[d]))
        given = phi((threshold - loading * z[:, None]) / spread)
        expected[d + 1] = share @ (weights @ distribution(given, units))
    discount = np.exp(-rate * dates)[:, None]
    paid = np.sum(discount * np.diff(expected, axis=0), axis=0)
    period = np.diff(dates, prepend=0.0)[:, None]
    annuity = np.sum(discount * period * (1.0 - 0.5 * (expected[1:] + expected[:-1])), axis=0)
    return expected, paid / annuity
