import numpy as np


class Group:
    """Neutrons of one speed: couplings of a cell with its neighbours and what it loses itself."""

    def __init__(self, D, loss, h):
        self.across = 2.0 * D[:, 1:] * D[:, :-1] / (D[:, 1:] + D[:, :-1]) / h**2
        self.along = 2.0 * D[1:, :] * D[:-1, :] / (D[1:, :] + D[:-1, :]) / h**2
        self.diagonal = loss.copy()
        self.diagonal[:, 1:] += self.across
        self.diagonal[:, :-1] += self.across
        self.diagonal[1:, :] += self.along
        self.diagonal[:-1, :] += self.along
        edge = 0.5 / h
        self.diagonal[0, :] += edge
        self.diagonal[-1, :] += edge
        self.diagonal[:, 0] += edge
        self.diagonal[:, -1] += edge

    def relax(self, phi, source, sweeps):
        for _ in range(sweeps):
            total = source.copy()
            total[:, 1:] += self.across * phi[:, :-1]
            total[:, :-1] += self.across * phi[:, 1:]
            total[1:, :] += self.along * phi[:-1, :]
            total[:-1, :] += self.along * phi[1:, :]
            phi = 0.1 * phi + 0.9 * total / self.diagonal
        return phi


def critical(D1, D2, removal, scatter, absorb, nu1, nu2, h, sweeps, tol, most):
    fast, slow = Group(D1, removal, h), Group(D2, absorb, h)
    phi1 = np.ones_like(D1)
    phi2 = np.ones_like(D2)
    k = 1.0
    births = nu1 * phi1 + nu2 * phi2
    for turn in range(most):
        phi1 = fast.relax(phi1, births / k, sweeps)
        phi2 = slow.relax(phi2, scatter * phi1, sweeps)
        new = nu1 * phi1 + nu2 * phi2
        ratio = np.sum(new) / np.sum(births)
        k *= ratio
        births = new
        if abs(ratio - 1.0) < tol:
            break
    power = births / np.mean(births[births > 0.0])
    return k, phi1, phi2, np.max(power), turn
