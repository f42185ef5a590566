import numpy as np


def price(normals, corr, spot, vol, strike=100.0, rate=0.02, maturity=1.0):
    """An Asian option on a basket, with the geometric mean as a control variate."""
    steps, paths, assets = normals.shape
    dt = maturity / steps
    factor = np.linalg.cholesky(corr)
    logs = np.tile(np.log(spot), (paths, 1))
    arithmetic = np.zeros(paths)
    geometric = np.zeros(paths)
    for t in range(steps):
        shock = normals[t] @ factor.T
        logs += (rate - 0.5 * vol**2) * dt + vol * np.sqrt(dt) * shock
        arithmetic += np.exp(logs).mean(axis=1)
        geometric += logs.mean(axis=1)
    discount = np.exp(-rate * maturity)
    pay = discount * np.maximum(arithmetic / steps - strike, 0.0)
    control = discount * np.maximum(np.exp(geometric / steps) - strike, 0.0)
    beta = np.cov(pay, control)
    ratio = beta[0, 1] / beta[1, 1]
    adjusted = pay - ratio * (control - control.mean())
    return pay.mean(), ratio, adjusted.std(ddof=1) / np.sqrt(paths)
