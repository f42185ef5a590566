import numpy as np


def multiply(columns, values, x):
    y = np.zeros(x.size)
    for m in range(columns.shape[0]):
        y += values[m] * x[columns[m]]
    return y


def ellcheb(columns, values, b, x, tol, low=0.05, high=1.95):
    """The diagonal lies first; low and high hold the spectrum of the scaled matrix."""
    middle = 0.5 * (high + low)
    half = 0.5 * (high - low)
    sigma = middle / half
    rho = 1.0 / sigma
    r = b - multiply(columns, values, x)
    goal = tol * np.linalg.norm(b)
    d = r / values[0] / middle
    rounds = 0
    while np.linalg.norm(r) > goal and rounds < 500:
        x += d
        r -= multiply(columns, values, d)
        after = 1.0 / (2.0 * sigma - rho)
        d = after * rho * d + 2.0 * after / half * (r / values[0])
        rho = after
        rounds += 1
    return rounds, np.linalg.norm(r)
