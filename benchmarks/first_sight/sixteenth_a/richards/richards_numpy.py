import numpy as np


class Soil:
    """Curves after van Genuchten and Mualem, head in metres."""

    def __init__(self, full=0.43, rest=0.078, alpha=3.6, n=1.56, ks=2.9e-6):
        self.full, self.rest, self.alpha, self.n, self.ks = full, rest, alpha, n, ks
        self.m = 1.0 - 1.0 / n

    def saturation(self, h):
        return np.where(h < 0.0, (1.0 + np.abs(self.alpha * h) ** self.n) ** (-self.m), 1.0)

    def water(self, h):
        return self.rest + (self.full - self.rest) * self.saturation(h)

    def conductivity(self, h):
        s = self.saturation(h)
        return self.ks * np.sqrt(s) * (1.0 - (1.0 - s ** (1.0 / self.m)) ** self.m) ** 2

    def capacity(self, h):
        ah = np.abs(self.alpha * h)
        inner = 1.0 + ah**self.n
        slope = self.alpha * self.m * self.n * (self.full - self.rest) * ah ** (self.n - 1.0) * inner ** (-self.m - 1.0)
        return np.where(h < 0.0, slope, 0.0) + 1e-7


def thomas(low, main, up, rhs):
    n = main.size
    c, d = np.empty(n), np.empty(n)
    c[0], d[0] = up[0] / main[0], rhs[0] / main[0]
    for i in range(1, n):
        w = main[i] - low[i] * c[i - 1]
        c[i] = up[i] / w
        d[i] = (rhs[i] - low[i] * d[i - 1]) / w
    for i in range(n - 2, -1, -1):
        d[i] -= c[i] * d[i + 1]
    return d


def infiltrate(h, dz, dt, steps, rain, tol=1e-6, most=30):
    soil = Soil()
    n = h.size
    its = np.zeros(steps, dtype=np.int64)
    stored = np.zeros(steps)
    low, up = np.zeros(n), np.zeros(n)
    for t in range(steps):
        before = soil.water(h)
        guess = h.copy()
        gap = 1.0
        while gap > tol and its[t] < most:
            k = soil.conductivity(guess)
            between = 0.5 * (k[1:] + k[:-1])
            c = soil.capacity(guess)
            low[1:] = -between / dz**2
            up[:-1] = -between / dz**2
            main = c / dt - low - up
            rhs = c / dt * guess - (soil.water(guess) - before) / dt
            rhs[1:] += between / dz
            rhs[:-1] -= between / dz
            rhs[-1] += rain / dz
            rhs[0] -= k[0] / dz
            new = thomas(low, main, up, rhs)
            gap = np.max(np.abs(new - guess))
            guess = new
            its[t] += 1
        h[:] = guess
        stored[t] = dz * np.sum(soil.water(h))
    return its, stored
