"""Gauss-Newton inversion of layered-earth DC resistivity soundings (Schlumberger), with smoothing.

The forward operator sums a linear filter over the resistivity transform (Koefoed's recursion).
"""
import warnings
from dataclasses import dataclass, field

import numpy as np


class ConvergenceWarning(UserWarning):
    pass


class ForwardModel:
    """Apparent resistivity over layers of given thickness; parameters are logarithms."""

    def __init__(self, spacings, thickness, n_lambda=61):
        self.ab2 = np.asarray(spacings, dtype=np.float64)
        self.h = np.asarray(thickness, dtype=np.float64)
        self._lam = np.logspace(-4, 1, n_lambda)
        self._dlnl = np.log(self._lam[1] / self._lam[0])
        self._kernel = self._weights()

    def _weights(self):
        x = np.outer(self.ab2, self._lam)
        # smooth stand-in for x J1(x), which is of the same shape near the origin
        w = x**2 * np.exp(-x)
        return w / w.sum(axis=1, keepdims=True)

    @property
    def n_layers(self):
        return len(self.h) + 1

    @property
    def n_data(self):
        return self.ab2.size

    def transform(self, rho):
        T = rho[-1] * np.ones_like(self._lam)
        for k in range(self.n_layers - 2, -1, -1):
            th = np.tanh(self._lam * self.h[k])
            T = (T + rho[k] * th) / (1 + T * th / rho[k])
        return T

    def __call__(self, m):
        rho = np.exp(m)
        return np.log(self._kernel @ self.transform(rho))

    def jacobian(self, m, step=1e-5):
        J = np.empty((self.n_data, len(m)))
        for k in range(len(m)):
            up, down = m.copy(), m.copy()
            up[k] += step
            down[k] -= step
            J[:, k] = (self(up) - self(down)) / (2 * step)
        return J


def roughness(n, order=1):
    D = np.eye(n)
    for _ in range(order):
        D = np.diff(D, axis=0)
    return D


@dataclass
class InversionResult:
    model: np.ndarray
    rms: float
    n_iter: int
    converged: bool
    history: list = field(default_factory=list)
    message: str = ""

    @property
    def resistivity(self):
        return np.exp(self.model)


class GaussNewton:
    def __init__(self, forward, data, errors, m_ref=None, lam=10.0, cooling=0.7, max_iter=15, target=1.0, order=1):
        if len(data) != forward.n_data:
            raise ValueError(f"expected {forward.n_data} data, got {len(data)}")
        self.forward = forward
        self.data = data
        self.W = np.diag(1.0 / errors)
        self.D = roughness(forward.n_layers, order)
        self.m_ref = m_ref
        self.lam = lam
        self.cooling = cooling
        self.max_iter = max_iter
        self.target = target

    def rms(self, predicted):
        return np.sqrt(np.mean((self.W @ (self.data - predicted)) ** 2))

    def objective(self, m, lam):
        r = self.W @ (self.data - self.forward(m))
        s = self.D @ (m if self.m_ref is None else m - self.m_ref)
        return r @ r + lam * (s @ s)

    def line_search(self, m, dm, lam, max_halvings=6):
        phi0 = self.objective(m, lam)
        alpha = 1.0
        for _ in range(max_halvings):
            if self.objective(m + alpha * dm, lam) < phi0:
                return alpha
            alpha /= 2
        warnings.warn("line search failed", ConvergenceWarning)
        return 0.0

    def solve(self, m0):
        m = m0.copy()
        lam = self.lam
        history = []
        converged, message = False, "maximum of iterations"
        for it in range(1, self.max_iter + 1):
            predicted = self.forward(m)
            rms = self.rms(predicted)
            history.append((it, rms, lam))
            print(f"  iter {it:3d}: rms = {rms:.4f}, lambda = {lam:.3g}")
            if rms <= self.target:
                converged, message = True, "target reached"
                break
            J = self.W @ self.forward.jacobian(m)
            r = self.W @ (self.data - predicted)
            reg = lam * self.D.T @ self.D
            rhs = J.T @ r - reg @ (m if self.m_ref is None else m - self.m_ref)
            try:
                dm = np.linalg.solve(J.T @ J + reg, rhs)
            except np.linalg.LinAlgError:
                message = "singular"
                break
            dm = np.clip(dm, -1.0, 1.0)
            alpha = self.line_search(m, dm, lam)
            if alpha == 0.0:
                lam *= 2
                continue
            m = m + alpha * dm
            lam = max(lam * self.cooling, 1e-3)
            if np.linalg.norm(alpha * dm) < 1e-6 * np.linalg.norm(m):
                message = "stalled"
                break
        return InversionResult(m, self.rms(self.forward(m)), it, converged, history, message)


def invert(spacings, thickness, rho_a, error=0.03, rho_start=100.0):
    forward = ForwardModel(spacings, thickness)
    gn = GaussNewton(forward, np.log(rho_a), np.full(len(rho_a), error))
    res = gn.solve(np.log(np.full(forward.n_layers, rho_start)))
    J = forward.jacobian(res.model)
    cov = np.linalg.pinv(J.T @ J / error**2 + 0.01 * np.eye(forward.n_layers))
    return {"rho": res.resistivity, "rms": res.rms, "n_iter": res.n_iter, "converged": res.converged, "message": res.message,
            "std": np.sqrt(np.diag(cov)), "history": np.array(res.history)}


def inputs(seed, size=None):
    rng = np.random.default_rng(seed)
    spacings = np.logspace(0, 2.5, size or 15)
    thickness = np.array([1.0, 2.0, 4.0, 8.0, 16.0])
    rho = np.array([100.0, 50.0, 20.0, 80.0, 200.0, 300.0]) * rng.uniform(0.9, 1.1, 6)
    d = ForwardModel(spacings, thickness)(np.log(rho))
    return spacings, thickness, np.exp(d + 0.02 * rng.standard_normal(len(d)))


ENTRY = "invert"

if __name__ == "__main__":
    print(invert(*inputs(0)))
