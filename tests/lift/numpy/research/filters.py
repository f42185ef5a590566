"""Kalman, extended Kalman and particle filters behind one interface, tried on a tracked target."""
import abc
from collections import namedtuple

import numpy as np

Estimate = namedtuple("Estimate", ["mean", "cov", "loglik"])


class Model:
    """x' = f(x) + w, z = h(x) + v"""

    def __init__(self, f, h, Q, R, F=None, H=None):
        self.f, self.h, self.Q, self.R = f, h, Q, R
        self._F, self._H = F, H

    def jac_f(self, x):
        if self._F is not None:
            return self._F(x) if callable(self._F) else self._F
        return self._numerical(self.f, x)

    def jac_h(self, x):
        if self._H is not None:
            return self._H(x) if callable(self._H) else self._H
        return self._numerical(self.h, x)

    @staticmethod
    def _numerical(fun, x, eps=1e-6):
        f0 = fun(x)
        J = np.zeros((len(f0), len(x)))
        for i in range(len(x)):
            dx = np.zeros(len(x))
            dx[i] = eps
            J[:, i] = (fun(x + dx) - f0) / eps
        return J


class BayesFilter(abc.ABC):
    def __init__(self, model):
        self.model = model
        self.log = []

    @abc.abstractmethod
    def predict(self):
        raise NotImplementedError

    @abc.abstractmethod
    def update(self, z):
        raise NotImplementedError

    def filter(self, zs):
        for k, z in enumerate(zs):
            self.predict()
            if np.any(np.isnan(z)):
                self.log.append(Estimate(self.mean.copy(), self.cov.copy(), 0.0))
                continue
            ll = self.update(z)
            self.log.append(Estimate(self.mean.copy(), self.cov.copy(), ll))
        return self.log


class ExtendedKalman(BayesFilter):
    def __init__(self, model, x0, P0):
        super().__init__(model)
        self.x = np.array(x0, float)
        self.P = np.array(P0, float)

    @property
    def mean(self):
        return self.x

    @property
    def cov(self):
        return self.P

    def predict(self):
        F = self.model.jac_f(self.x)
        self.x = self.model.f(self.x)
        self.P = F @ self.P @ F.T + self.model.Q

    def update(self, z):
        H = self.model.jac_h(self.x)
        y = z - self.model.h(self.x)
        S = H @ self.P @ H.T + self.model.R
        K = np.linalg.solve(S.T, (self.P @ H.T).T).T
        self.x = self.x + K @ y
        I_KH = np.eye(len(self.x)) - K @ H
        self.P = I_KH @ self.P @ I_KH.T + K @ self.model.R @ K.T
        sign, logdet = np.linalg.slogdet(2 * np.pi * S)
        return -0.5 * (y @ np.linalg.solve(S, y) + logdet)


class BootstrapParticle(BayesFilter):
    """Systematic resampling; all random numbers are given."""

    def __init__(self, model, particles, noise, uniforms, threshold=0.5):
        super().__init__(model)
        self.particles = particles
        self.weights = np.ones(len(particles)) / len(particles)
        self.noise = noise
        self.uniforms = uniforms
        self.threshold = threshold
        self.k = 0
        self.n_resampled = 0

    @property
    def mean(self):
        return np.average(self.particles, weights=self.weights, axis=0)

    @property
    def cov(self):
        d = self.particles - self.mean
        return (self.weights[:, None] * d).T @ d

    @property
    def n_eff(self):
        return 1.0 / np.sum(self.weights**2)

    def predict(self):
        L = np.linalg.cholesky(self.model.Q)
        moved = np.array([self.model.f(p) for p in self.particles])
        self.particles = moved + self.noise[self.k] @ L.T

    def update(self, z):
        Rinv = np.linalg.inv(self.model.R)
        logw = np.empty(len(self.particles))
        for i, p in enumerate(self.particles):
            r = z - self.model.h(p)
            logw[i] = -0.5 * r @ Rinv @ r
        top = logw.max()
        w = self.weights * np.exp(logw - top)
        total = w.sum()
        self.weights = w / total
        if self.n_eff < self.threshold * len(self.particles):
            self._resample()
            self.n_resampled += 1
        self.k += 1
        return top + np.log(total)

    def _resample(self):
        n = len(self.particles)
        positions = (np.arange(n) + self.uniforms[self.k]) / n
        cumulative = np.cumsum(self.weights)
        cumulative[-1] = 1.0
        index = np.searchsorted(cumulative, positions)
        self.particles = self.particles[index]
        self.weights = np.full(n, 1.0 / n)


def turning(x, dt=0.5, omega=0.1):
    px, py, vx, vy = x
    c, s = np.cos(omega * dt), np.sin(omega * dt)
    return np.array([px + dt * vx, py + dt * vy, c * vx - s * vy, s * vx + c * vy])


def range_bearing(x):
    return np.array([np.hypot(x[0], x[1]), np.arctan2(x[1], x[0])])


def compare(zs, x0, noise, uniforms, spread):
    Q = np.diag([0.01, 0.01, 0.02, 0.02])
    R = np.diag([0.05, 0.001])
    model = Model(turning, range_bearing, Q, R)
    ekf = ExtendedKalman(model, x0, np.eye(4) * 0.5)
    pf = BootstrapParticle(model, x0 + spread, noise, uniforms)
    results = {}
    for name, flt in {"ekf": ekf, "pf": pf}.items():
        log = flt.filter(zs)
        means = np.array([e.mean for e in log])
        results[name] = {"means": means, "loglik": sum(e.loglik for e in log), "trace": [np.trace(e.cov) for e in log]}
        print(f"{name}: loglik = {results[name]['loglik']:.3f}")
    diff = np.sqrt(np.mean((results["ekf"]["means"][:, :2] - results["pf"]["means"][:, :2]) ** 2))
    return results, diff, pf.n_resampled


def inputs(seed, size=None):
    rng = np.random.default_rng(seed)
    n, m = 6, size or 12
    x = np.array([5.0, 3.0, 0.6, -0.2])
    zs = []
    for _ in range(n):
        x = turning(x) + 0.05 * rng.standard_normal(4)
        zs.append(range_bearing(x) + rng.standard_normal(2) * [0.2, 0.03])
    zs = np.array(zs)
    return zs, np.array([5.0, 3.0, 0.5, 0.0]), rng.standard_normal((n, m, 4)), rng.random(n), 0.4 * rng.standard_normal((m, 4))


ENTRY = "compare"

if __name__ == "__main__":
    print(compare(*inputs(1))[1:])
