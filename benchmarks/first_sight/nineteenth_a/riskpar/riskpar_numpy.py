import numpy as np


class Portfolio:
    def __init__(self, cov, budget):
        self.cov = cov
        self.budget = budget
        self.w = 1.0 / np.sqrt(np.diag(cov))
        self.w /= np.sum(self.w)

    def cycle(self):
        """Each weight by its own quadratic equation; the product with the covariance goes along."""
        w, cov = self.w, self.cov
        force = cov @ w
        risk = np.sqrt(w @ force)
        for i in range(len(w)):
            rest = force[i] - cov[i, i] * w[i]
            new = (-rest + np.sqrt(rest**2 + 4.0 * cov[i, i] * self.budget[i] * risk)) / (2.0 * cov[i, i])
            force += cov[:, i] * (new - w[i])
            w[i] = new
            risk = np.sqrt(w @ force)
        share = w * force / risk**2
        return np.max(np.abs(share - self.budget))

    def normalised(self):
        return self.w / np.sum(self.w)


def allocate(returns, budget, window, every, tol):
    days, n = returns.shape
    dates = range(window, days + 1, every)
    weights = np.empty((len(dates), n))
    cycles = np.zeros(len(dates), dtype=int)
    for k, day in enumerate(dates):
        past = returns[day - window:day]
        decay = 0.98 ** np.arange(window - 1, -1, -1)
        decay /= decay.sum()
        centred = past - decay @ past
        cov = (decay[:, None] * centred).T @ centred
        held = Portfolio(cov, budget)
        while held.cycle() > tol and cycles[k] < 100:
            cycles[k] += 1
        weights[k] = held.normalised()
    turnover = np.abs(np.diff(weights, axis=0)).sum(axis=1)
    return weights, cycles, turnover
