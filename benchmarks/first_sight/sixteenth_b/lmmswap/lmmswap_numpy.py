import numpy as np


def swaption(forward, vol, load, z, strike, delta=0.5):
    """
    A payer's option on a swap in a market model of simple forward rates under the spot measure.

    z: (steps, factors, paths) normal draws; the option ends after `steps` periods of length delta.
    Returns the price, its standard error and the mean and deviation of each forward rate that lives on.
    """
    steps, factors, paths = z.shape
    n = forward.size
    covariance = (load @ load.T) * np.outer(vol, vol)
    L = np.tile(forward[:, None], (1, paths))
    numeraire = np.ones(paths)
    for t in range(steps):
        numeraire *= 1.0 + delta * L[t]
        shock = np.sqrt(delta) * np.einsum("kf,fp->kp", load, z[t])
        weight = delta * L[t + 1:] / (1.0 + delta * L[t + 1:])
        for i in range(n - 1, t, -1):
            drift = np.zeros(paths)
            for j in range(t + 1, i + 1):
                drift += covariance[i, j] * weight[j - t - 1]
            L[i] *= np.exp((drift - 0.5 * vol[i] ** 2) * delta + vol[i] * shock[i])
    discount = np.ones(paths)
    annuity = np.zeros(paths)
    for i in range(steps, n):
        discount /= 1.0 + delta * L[i]
        annuity += delta * discount
    swap = 1.0 - discount - strike * annuity
    payoff = np.maximum(swap, 0.0) / numeraire
    alive = L[steps:]
    return payoff.mean(), payoff.std(ddof=1) / np.sqrt(paths), alive.mean(axis=1), alive.std(axis=1)
