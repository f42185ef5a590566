import numpy as np


def simulate(x, v, affine, strain, grid, steps):
    """The material point method with affine transfers in the unit square: positions, motion and deformation in place; kinetic energies."""
    dx = 1.0 / grid
    dt = 0.1 * dx / 10.0
    volume = 0.25 * dx * dx
    mass = 1.0 * volume
    mu, lam = 20.0, 30.0
    energy = np.zeros(steps)
    for step in range(steps):
        base = (x / dx - 0.5).astype(int)
        fx = x / dx - base
        w = [0.5 * (1.5 - fx) ** 2, 0.75 - (fx - 1.0) ** 2, 0.5 * (fx - 0.5) ** 2]
        strain[:] = strain + dt * np.matmul(affine, strain)
        det = strain[:, 0, 0] * strain[:, 1, 1] - strain[:, 0, 1] * strain[:, 1, 0]
        left = np.matmul(strain, strain.transpose(0, 2, 1))
        stress = mu * (left - np.eye(2)) + (lam * np.log(np.maximum(det, 0.05)))[:, None, None] * np.eye(2)
        carry = mass * affine - (4.0 * dt * volume / dx**2) * stress
        momentum = np.zeros((grid + 1, grid + 1, 2))
        weight = np.zeros((grid + 1, grid + 1))
        for i in range(3):
            for j in range(3):
                offset = (np.array([i, j]) - fx) * dx
                share = w[i][:, 0] * w[j][:, 1]
                gain = share[:, None] * (mass * v + np.einsum("pij,pj->pi", carry, offset))
                np.add.at(momentum, (base[:, 0] + i, base[:, 1] + j), gain)
                np.add.at(weight, (base[:, 0] + i, base[:, 1] + j), share * mass)
        full = weight > 0.0
        momentum[full] /= weight[full][:, None]
        momentum[full, 1] -= 9.8 * dt
        momentum[:3, :, 0] = np.maximum(momentum[:3, :, 0], 0.0)
        momentum[-3:, :, 0] = np.minimum(momentum[-3:, :, 0], 0.0)
        momentum[:, :3, 1] = np.maximum(momentum[:, :3, 1], 0.0)
        momentum[:, -3:, 1] = np.minimum(momentum[:, -3:, 1], 0.0)
        v[:] = 0.0
        affine[:] = 0.0
        for i in range(3):
            for j in range(3):
                offset = (np.array([i, j]) - fx) * dx
                share = w[i][:, 0] * w[j][:, 1]
                here = share[:, None] * momentum[base[:, 0] + i, base[:, 1] + j]
                v += here
                affine += 4.0 / dx**2 * here[:, :, None] * offset[:, None, :]
        x += dt * v
        energy[step] = 0.5 * mass * np.sum(v**2)
    return energy
