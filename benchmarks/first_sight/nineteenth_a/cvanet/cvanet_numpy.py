from dataclasses import dataclass

import numpy as np


@dataclass
class Agreement:
    threshold: float
    least: float
    hazard: float

    def held(self, value):
        """Collateral that is asked for against a value, if the transfer is worth it."""
        call = np.maximum(value - self.threshold, 0.0)
        return np.where(call > self.least, call, 0.0)


@dataclass(frozen=True)
class Rates:
    a: float = 0.15
    mean: float = 0.03
    sigma: float = 0.012

    def bond(self, r, tau):
        """Vasicek's price of one that is paid after a time tau."""
        b = (1.0 - np.exp(-self.a * tau)) / self.a
        long = self.mean - self.sigma**2 / (2.0 * self.a**2)
        return np.exp(long * (b - tau) - self.sigma**2 * b**2 / (4.0 * self.a) - b * r)


def simulate(model, draws, dt):
    r = np.empty_like(draws)
    decay = np.exp(-model.a * dt)
    scatter = model.sigma * np.sqrt((1.0 - decay**2) / (2.0 * model.a))
    now = np.full(draws.shape[1], 0.025)
    for t in range(len(draws)):
        now = model.mean + (now - model.mean) * decay + scatter * draws[t]
        r[t] = now
    return r


def adjustment(draws, fixed, notional, maturity, party, agreements):
    model = Rates()
    dates, paths = draws.shape
    dt = 6.0 / dates
    r = simulate(model, draws, dt)
    times = dt * np.arange(1, dates + 1)
    discount = np.exp(-np.cumsum(r, axis=0) * dt)
    value = np.zeros((len(agreements), dates, paths))
    for k in range(len(fixed)):
        left = np.maximum(maturity[k] - times, 0.0)[:, None]
        coupons = np.zeros_like(r)
        for quarter in range(1, 5):
            coupons += 0.25 * left * model.bond(r, 0.25 * quarter * left)
        value[party[k]] += notional[k] * (1.0 - model.bond(r, left) - fixed[k] * coupons)
    cva = np.zeros(len(agreements))
    profile = np.zeros((len(agreements), dates))
    worst = np.zeros(len(agreements))
    for c, terms in enumerate(agreements):
        agreement = Agreement(*terms)
        collateral = np.zeros((dates, paths))
        collateral[1:] = agreement.held(value[c, :-1])
        exposure = np.maximum(value[c] - collateral, 0.0)
        profile[c] = np.mean(exposure, axis=1)
        worst[c] = np.quantile(exposure, 0.95, axis=1).max()
        survival = np.exp(-agreement.hazard * np.concatenate(([0.0], times)))
        cva[c] = 0.6 * np.sum(np.mean(discount * exposure, axis=1) * -np.diff(survival))
    return cva, profile, worst
