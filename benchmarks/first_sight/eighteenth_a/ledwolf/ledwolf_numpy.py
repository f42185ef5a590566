import numpy as np


def shrunk(X):
    n, p = X.shape
    X = X - X.mean(axis=0)
    S = X.T @ X / n
    mu = np.trace(S) / p
    target = mu * np.eye(p)
    delta = np.sum((S - target) ** 2)
    beta = (np.sum((X**2).T @ X**2) / n - np.sum(S**2)) / n
    rho = min(beta, delta) / delta
    return (1.0 - rho) * S + rho * target, rho


def rebalance(returns, window, hop):
    """Weights of least variance from covariances that are shrunk after Ledoit and Wolf, window after window, and what they earn."""
    days, p = returns.shape
    starts = range(window, days - hop + 1, hop)
    weights = np.empty((len(starts), p))
    rhos = np.empty(len(starts))
    earned = np.zeros(days)
    for k, t in enumerate(starts):
        sigma, rhos[k] = shrunk(returns[t - window:t])
        w = np.linalg.solve(sigma, np.ones(p))
        weights[k] = w / w.sum()
        earned[t:t + hop] = returns[t:t + hop] @ weights[k]
    turnover = np.abs(weights[1:] - weights[:-1]).sum(axis=1)
    return weights, rhos, earned, turnover
