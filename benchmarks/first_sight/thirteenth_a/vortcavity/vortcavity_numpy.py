import numpy as np


def walls(w, psi, h, lid):
    w[0, :] = -2.0 * psi[1, :] / h**2
    w[-1, :] = -2.0 * psi[-2, :] / h**2 - 2.0 * lid / h
    w[:, 0] = -2.0 * psi[:, 1] / h**2
    w[:, -1] = -2.0 * psi[:, -2] / h**2


def cavity(w, psi, steps, sweeps, viscosity=0.01, lid=1.0):
    n = w.shape[0]
    h = 1.0 / (n - 1)
    dt = 0.2 * h**2 / viscosity
    centre = np.zeros(steps)
    psi[0, :] = psi[-1, :] = psi[:, 0] = psi[:, -1] = 0.0
    for step in range(steps):
        for sweep in range(sweeps):
            psi[1:-1, 1:-1] = 0.25 * (psi[1:-1, 2:] + psi[1:-1, :-2] + psi[2:, 1:-1] + psi[:-2, 1:-1] + h**2 * w[1:-1, 1:-1])
        walls(w, psi, h, lid)
        u = (psi[2:, 1:-1] - psi[:-2, 1:-1]) / (2.0 * h)
        v = -(psi[1:-1, 2:] - psi[1:-1, :-2]) / (2.0 * h)
        wx = (w[1:-1, 2:] - w[1:-1, :-2]) / (2.0 * h)
        wy = (w[2:, 1:-1] - w[:-2, 1:-1]) / (2.0 * h)
        bent = w[1:-1, 2:] + w[1:-1, :-2] + w[2:, 1:-1] + w[:-2, 1:-1] - 4.0 * w[1:-1, 1:-1]
        w[1:-1, 1:-1] += dt * (viscosity * bent / h**2 - u * wx - v * wy)
        centre[step] = psi[n // 2, n // 2]
    return centre
