from dataclasses import dataclass

import numpy as np


@dataclass
class Garch:
    omega: float
    alpha: float
    gamma: float
    beta: float

    def next(self, variance, r):
        lever = self.gamma if r < 0.0 else 0.0
        return self.omega + (self.alpha + lever) * r * r + self.beta * variance


def likelihoods(returns, omega, alpha, gamma, beta):
    total = np.zeros(omega.shape[0])
    last = np.zeros(omega.shape[0])
    for m in range(omega.shape[0]):
        model = Garch(omega[m], alpha[m], gamma[m], beta[m])
        variance = np.var(returns)
        for r in returns:
            total[m] -= 0.5 * (np.log(2.0 * np.pi * variance) + r * r / variance)
            variance = model.next(variance, r)
        last[m] = np.sqrt(252.0 * variance)
    return total, last
