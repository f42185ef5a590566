import numpy as np


def survival(time, died, group, groups):
    """Kaplan and Meier's curves at all times of death, Greenwood's errors, medians, and the statistic of the logrank test."""
    times, deaths = np.unique(time[died], return_counts=True)
    at_risk = len(time) - np.searchsorted(np.sort(time), times, side="left")
    curves = np.ones((groups, len(times)))
    error = np.zeros((groups, len(times)))
    median = np.full(groups, np.inf)
    excess = np.zeros(groups)
    variance = np.zeros(groups)
    for g in range(groups):
        own = np.sort(time[group == g])
        dead = np.sort(time[(group == g) & died])
        n = len(own) - np.searchsorted(own, times, side="left")
        d = np.searchsorted(dead, times, side="right") - np.searchsorted(dead, times, side="left")
        with np.errstate(divide="ignore", invalid="ignore"):
            curves[g] = np.cumprod(np.where(n > 0, 1.0 - d / n, 1.0))
            error[g] = curves[g] * np.sqrt(np.cumsum(np.where(n > d, d / (n * (n - d)), 0.0)))
        below = np.nonzero(curves[g] <= 0.5)[0]
        if len(below) > 0:
            median[g] = times[below[0]]
        share = n / at_risk
        excess[g] = np.sum(d - deaths * share)
        many = at_risk > 1
        variance[g] = np.sum((deaths * share * (1.0 - share) * (at_risk - deaths))[many] / (at_risk[many] - 1))
    return curves, error, median, np.sum(excess**2 / np.maximum(variance, 1e-300))
