import numpy as np


def characteristic(u, t, rate, kappa, theta, xi, rho, v0):
    """Of the logarithm of the price over its start, in the form without jumps between branches."""
    iu = 1j * u
    beta = kappa - rho * xi * iu
    d = np.sqrt(beta ** 2 + xi ** 2 * (iu + u ** 2))
    g = (beta - d) / (beta + d)
    fade = np.exp(-d * t)
    c = kappa * theta / xi ** 2 * ((beta - d) * t - 2.0 * np.log((1.0 - g * fade) / (1.0 - g)))
    return np.exp(iu * rate * t + c + (beta - d) / xi ** 2 * (1.0 - fade) / (1.0 - g * fade) * v0)


def cosheston(strikes, years, spot, rate, model, terms):
    """Calls by Fang's and Oosterlee's sum of cosines, maturity after maturity, from puts."""
    kappa, theta, xi, rho, v0 = model
    k = np.arange(terms)
    calls = np.empty((years.size, strikes.size))
    x = np.log(spot / strikes)
    for m, t in enumerate(years):
        width = 12.0 * np.sqrt(theta * t + (v0 - theta) * (1.0 - np.exp(-kappa * t)) / kappa)
        a, b = -width, width
        u = k * np.pi / (b - a)
        chi = np.where(k == 0, 1.0 - np.exp(a), (np.cos(-u * a) + u * np.sin(-u * a) - np.exp(a)) / (1.0 + u ** 2))
        psi = np.where(k == 0, -a, np.sin(-u * a) / np.where(k == 0, 1.0, u))
        weight = 2.0 / (b - a) * (psi - chi)
        weight[0] *= 0.5
        terms_of_x = np.exp(1j * np.outer(u, x - a)) * (characteristic(u, t, rate, *model) * weight)[:, None]
        puts = strikes * np.exp(-rate * t) * np.sum(terms_of_x.real, axis=0)
        calls[m] = puts + spot - strikes * np.exp(-rate * t)
    return calls
