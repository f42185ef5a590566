import numpy as np


def pieces(x, y, beta):
    mu = 1.0 / (1.0 + np.exp(-(x @ beta)))
    w = mu * (1.0 - mu)
    cover = np.linalg.inv(x.T @ (w[:, None] * x))
    hat = w * np.einsum("ij,jk,ik->i", x, cover, x, optimize=True)
    return mu, cover, x.T @ (y - mu + hat * (0.5 - mu))


def fit(x, y, tol, turns):
    """Logistic regression after Firth, which stays finite for rare outcomes; one trait."""
    beta = np.zeros(x.shape[1])
    for turn in range(turns):
        mu, cover, score = pieces(x, y, beta)
        if np.max(np.abs(score)) < tol:
            break
        step = cover @ score
        largest = np.max(np.abs(step))
        if largest > 2.0:
            step *= 2.0 / largest
        beta += step
    logdet = -np.linalg.slogdet(cover)[1]
    fitted = np.sum(y * np.log(mu) + (1.0 - y) * np.log1p(-mu)) + 0.5 * logdet
    return beta, np.sqrt(np.diag(cover)), fitted, turn


def firthlog(x, y, tol, turns):
    traits = y.shape[1]
    beta, error = np.zeros((2, traits, x.shape[1]))
    fitted = np.zeros(traits)
    used = np.zeros(traits, dtype=np.int64)
    for g in range(traits):
        beta[g], error[g], fitted[g], used[g] = fit(x, y[:, g], tol, turns)
    return beta, beta / error, fitted, used
