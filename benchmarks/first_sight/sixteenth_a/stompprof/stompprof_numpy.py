import numpy as np


def moving(ts, w):
    c = np.cumsum(np.concatenate(([0.0], ts)))
    c2 = np.cumsum(np.concatenate(([0.0], ts * ts)))
    mean = (c[w:] - c[:-w]) / w
    return mean, np.sqrt((c2[w:] - c2[:-w]) / w - mean**2)


def profile(ts, w):
    n = ts.size - w + 1
    apart = w // 2
    mu, sigma = moving(ts, w)
    qt = np.array([np.dot(ts[:w], ts[i:i + w]) for i in range(n)])
    first = qt.copy()
    nearest = np.full(n, np.inf)
    where = np.full(n, -1, dtype=np.int64)
    for i in range(n):
        if i > 0:
            qt[1:] = qt[:-1] - ts[: n - 1] * ts[i - 1] + ts[w: n + w - 1] * ts[i + w - 1]
            qt[0] = first[i]
        d = 2.0 * w * (1.0 - (qt - w * mu * mu[i]) / (w * sigma * sigma[i]))
        d = np.sqrt(np.maximum(d, 0.0))
        d[max(0, i - apart): i + apart + 1] = np.inf
        j = np.argmin(d)
        nearest[i] = d[j]
        where[i] = j
    return nearest, where
