import numpy as np


def dupirevol(w, years, k, least=0.02, most=1.5):
    """Local volatility in logarithms of moneyness, and how many places of each expiry allow arbitrage."""
    dt = np.gradient(w, years, axis=0)
    dk = np.gradient(w, k, axis=1)
    dkk = np.zeros_like(w)
    dkk[:, 1:-1] = (w[:, 2:] - 2.0 * w[:, 1:-1] + w[:, :-2]) / (k[1] - k[0]) ** 2
    dkk[:, [0, -1]] = dkk[:, [1, -2]]
    density = 1.0 - k / w * dk + 0.25 * (-0.25 - 1.0 / w + k ** 2 / w ** 2) * dk ** 2 + 0.5 * dkk
    bad = (density <= 0.0) | (dt < 0.0)
    local = np.where(bad, w / years[:, None], np.maximum(dt, 0.0) / np.where(bad, 1.0, density))
    return np.clip(np.sqrt(local), least, most), bad.sum(axis=1)
