from dataclasses import dataclass

import numpy as np


@dataclass
class Swarm:
    x: np.ndarray
    v: np.ndarray
    logw: np.ndarray

    def move(self, noise, dt):
        self.v = 0.97 * self.v - 0.05 * dt * self.x**3 / (1.0 + self.x**2) + 0.3 * noise[1]
        self.x = self.x + dt * self.v + 0.1 * noise[0]

    def weigh(self, seen, spread):
        miss = (seen - self.x - 0.05 * self.x * np.abs(self.x)) / spread
        self.logw -= np.log1p(miss * miss / 4.0) * 2.5

    def weights(self):
        w = np.exp(self.logw - self.logw.max())
        return w / w.sum()

    def resample(self, w, u):
        n = w.size
        edges = np.cumsum(w)
        edges[-1] = 1.0
        kept = np.searchsorted(edges, (np.arange(n) + u) / n)
        self.x, self.v = self.x[kept], self.v[kept]
        self.logw = np.zeros(n)


def track(seen, x, v, noise, draws, spread=0.5, dt=0.5, least=0.5):
    """A bootstrap filter with systematic resampling where weights have degenerated."""
    steps = seen.size
    swarm = Swarm(x.copy(), v.copy(), np.zeros(x.size))
    mean = np.empty(steps)
    spreads = np.empty(steps)
    effective = np.empty(steps)
    renewals = 0
    for t in range(steps):
        swarm.move(noise[t], dt)
        swarm.weigh(seen[t], spread)
        w = swarm.weights()
        mean[t] = np.sum(w * swarm.x)
        spreads[t] = np.sqrt(np.sum(w * (swarm.x - mean[t]) ** 2))
        effective[t] = 1.0 / np.sum(w**2)
        if effective[t] < least * x.size:
            swarm.resample(w, draws[t])
            renewals += 1
    return mean, spreads, effective, renewals
