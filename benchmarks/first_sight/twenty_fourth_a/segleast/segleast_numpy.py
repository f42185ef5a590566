import numpy as np


def sums(v):
    """Of all values before each place."""
    return np.concatenate(([0.0], np.cumsum(v)))


def straight(m, sx, sy, sxx, sxy):
    """Level and slope of the best line, from sums over its points."""
    den = m * sxx - sx ** 2
    slope = np.where(den > 1e-14, (m * sxy - sx * sy) / np.where(den > 1e-14, den, 1.0), 0.0)
    return (sy - slope * sx) / m, slope


def segleast(x, y, price):
    n = x.size
    X, Y, XX, XY, YY = sums(x), sums(y), sums(x * x), sums(x * y), sums(y * y)
    best = np.zeros(n + 1)
    first = np.zeros(n, dtype=np.int64)
    for j in range(1, n + 1):
        m = j - np.arange(j)
        sx, sy, sxx = X[j] - X[:j], Y[j] - Y[:j], XX[j] - XX[:j]
        sxy, syy = XY[j] - XY[:j], YY[j] - YY[:j]
        level, slope = straight(m, sx, sy, sxx, sxy)
        error = np.maximum(syy - level * sy - slope * sxy, 0.0)
        cost = best[:j] + error + price
        first[j - 1] = np.argmin(cost)
        best[j] = cost[first[j - 1]]
    fitted = np.zeros(n)
    starts = np.zeros(n, dtype=bool)
    j = n
    while j > 0:
        i = first[j - 1]
        level, slope = straight(j - i, X[j] - X[i], Y[j] - Y[i], XX[j] - XX[i], XY[j] - XY[i])
        fitted[i:j] = level + slope * x[i:j]
        starts[i] = True
        j = i
    return fitted, starts, best
