import numpy as np


def lbmd3q(f, force, velocity, weight, steps, tau=0.8):
    energy = np.zeros(steps)
    for t in range(steps):
        rho = np.sum(f, axis=0)
        ux = np.zeros(rho.shape)
        uy = np.zeros(rho.shape)
        uz = np.zeros(rho.shape)
        for q in range(19):
            ux += velocity[q, 0] * f[q]
            uy += velocity[q, 1] * f[q]
            uz += velocity[q, 2] * f[q]
        ux = ux / rho + tau * force
        uy /= rho
        uz /= rho
        square = ux * ux + uy * uy + uz * uz
        energy[t] = 0.5 * np.mean(rho * square)
        for q in range(19):
            along = velocity[q, 0] * ux + velocity[q, 1] * uy + velocity[q, 2] * uz
            rest = weight[q] * rho * (1.0 + 3.0 * along + 4.5 * along ** 2 - 1.5 * square)
            out = f[q] + (rest - f[q]) / tau
            f[q] = np.roll(out, (velocity[q, 0], velocity[q, 1], velocity[q, 2]), axis=(0, 1, 2))
    return energy
