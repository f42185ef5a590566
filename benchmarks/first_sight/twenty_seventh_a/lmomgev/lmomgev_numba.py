import numba as nb
import numpy as np

LANCZOS = (76.18009172947146, -86.50532032941677, 24.01409824083091, -1.231739572450155, 0.1208650973866179e-2, -0.5395239384953e-5)


@nb.njit(error_model="numpy")
def gamma(x):
    base = x + 5.5
    total = 1.000000000190015
    for i in range(6):
        total += LANCZOS[i] / (x + 1.0 + i)
    return np.exp((x + 0.5) * np.log(base) - base) * 2.5066282746310005 * total / x


@nb.njit(error_model="numpy")
def rise(x):
    """Samples are short: each value goes down to its place."""
    for i in range(1, x.size):
        v, j = x[i], i
        while j > 0 and x[j - 1] > v:
            x[j] = x[j - 1]
            j -= 1
        x[j] = v


@nb.njit(error_model="numpy")
def fit(x):
    """Of a sample that is sorted here."""
    rise(x)
    n = x.size
    b0, b1, b2 = 0.0, 0.0, 0.0
    for j in range(n):
        b0 += x[j]
        b1 += x[j] * (j / (n - 1.0))
        b2 += x[j] * (j * (j - 1.0) / ((n - 1.0) * (n - 2.0)))
    b0, b1, b2 = b0 / n, b1 / n, b2 / n
    l2 = 2.0 * b1 - b0
    c = 2.0 / (3.0 + (6.0 * b2 - 6.0 * b1 + b0) / l2) - np.log(2.0) / np.log(3.0)
    k = 7.8590 * c + 2.9554 * c * c
    if abs(k) < 1e-6:
        k = 1e-6
    g = gamma(1.0 + k)
    scale = l2 * k / ((1.0 - 2.0 ** -k) * g)
    return k, scale, b0 - scale * (1.0 - g) / k


@nb.njit(error_model="numpy")
def quantile(x, q):
    """Of sorted values."""
    at = q * (x.size - 1)
    i = min(int(at), x.size - 2)
    return x[i] + (at - i) * (x[i + 1] - x[i])


@nb.njit(error_model="numpy")
def lmomgev(flood, pick, periods):
    rivers, years = flood.shape
    draws, rare = pick.shape[0], periods.size
    k, scale, place = np.empty(rivers), np.empty(rivers), np.empty(rivers)
    level, low, high = np.empty((rivers, rare)), np.empty((rivers, rare)), np.empty((rivers, rare))
    again, x, y = np.empty((rare, draws)), np.empty(years), np.empty(rare)
    for p in range(rare):
        y[p] = -np.log(1.0 - 1.0 / periods[p])
    for r in range(rivers):
        x[:] = flood[r]
        k[r], scale[r], place[r] = fit(x)
        for p in range(rare):
            level[r, p] = place[r] + scale[r] / k[r] * (1.0 - y[p] ** k[r])
        for d in range(draws):
            for j in range(years):
                x[j] = flood[r, pick[d, j]]
            kd, sd, pd = fit(x)
            for p in range(rare):
                again[p, d] = pd + sd / kd * (1.0 - y[p] ** kd)
        for p in range(rare):
            again[p].sort()
            low[r, p] = quantile(again[p], 0.05)
            high[r, p] = quantile(again[p], 0.95)
    return k, scale, place, level, low, high
