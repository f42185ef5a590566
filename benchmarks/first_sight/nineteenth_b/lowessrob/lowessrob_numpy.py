import numpy as np


def smooth(x, y, share, turns):
    """Locally weighted regression after Cleveland: tricube weights of the nearest points, bisquare weights of residuals."""
    n = len(x)
    k = int(np.ceil(share * n))
    fit = np.zeros(n)
    trust = np.ones(n)
    for _ in range(turns):
        for i in range(n):
            distance = np.abs(x - x[i])
            reach = np.sort(distance)[k - 1]
            w = trust * (1.0 - np.clip(distance / reach, 0.0, 1.0) ** 3) ** 3
            total = w.sum()
            mx = np.sum(w * x) / total
            my = np.sum(w * y) / total
            spread = np.sum(w * (x - mx) ** 2)
            slope = np.sum(w * (x - mx) * (y - my)) / spread if spread > 0.0 else 0.0
            fit[i] = my + slope * (x[i] - mx)
        residual = y - fit
        scale = 6.0 * np.median(np.abs(residual))
        trust = (1.0 - np.clip(residual / scale, -1.0, 1.0) ** 2) ** 2
    return fit, trust
