import numpy as np


class Cluster:
    """Bodies that attract each other, with softened forces."""

    def __init__(self, m, x, v, soft):
        self.m = m
        self.x = x - np.average(x, axis=0, weights=m)
        self.v = v - np.average(v, axis=0, weights=m)
        self.soft = soft
        self.t = 0.0
        self.a, self.j = self.forces(self.x, self.v)

    def forces(self, x, v):
        dx = x[np.newaxis, :, :] - x[:, np.newaxis, :]
        dv = v[np.newaxis, :, :] - v[:, np.newaxis, :]
        r2 = np.sum(dx**2, axis=-1) + self.soft**2
        rv = np.sum(dx * dv, axis=-1) / r2
        mr3 = self.m / (r2 * np.sqrt(r2))
        acc = np.sum(mr3[..., np.newaxis] * dx, axis=1)
        jerk = np.sum(mr3[..., np.newaxis] * (dv - 3.0 * rv[..., np.newaxis] * dx), axis=1)
        return acc, jerk

    def timestep(self, eta):
        return eta * np.min(np.sqrt(np.sum(self.a**2, axis=1) / np.sum(self.j**2, axis=1)))

    def advance(self, dt):
        xp = self.x + dt * (self.v + dt * (self.a / 2.0 + dt * self.j / 6.0))
        vp = self.v + dt * (self.a + dt * self.j / 2.0)
        a, j = self.forces(xp, vp)
        v = self.v + dt / 2.0 * (self.a + a) + dt**2 / 12.0 * (self.j - j)
        self.x = self.x + dt / 2.0 * (self.v + v) + dt**2 / 12.0 * (self.a - a)
        self.v, self.a, self.j = v, a, j
        self.t += dt

    def energy(self):
        dx = self.x[np.newaxis, :, :] - self.x[:, np.newaxis, :]
        r = np.sqrt(np.sum(dx**2, axis=-1) + self.soft**2)
        upper = np.triu(np.outer(self.m, self.m) / r, 1)
        return 0.5 * np.sum(self.m * np.sum(self.v**2, axis=1)) - upper.sum()


def hermite(m, x, v, steps, soft=0.05, eta=0.02):
    cluster = Cluster(m, x, v, soft)
    first = cluster.energy()
    times = np.zeros(steps)
    for k in range(steps):
        cluster.advance(cluster.timestep(eta))
        times[k] = cluster.t
    return cluster.x, cluster.v, times, first, cluster.energy()
