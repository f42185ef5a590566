import numpy as np


def constants(warm):
    """Rates of four reactions at given temperatures, Arrhenius' law in scaled units."""
    a = np.array([60.0, 8.0, 18.0, 0.9])
    e = np.array([-510.0, 2060.0, 1500.0, -270.0])
    return a[:, None] * np.exp(-e[:, None] * (1.0 / warm - 1.0 / 298.0))


def rates(y, k, light):
    o, o3, o2, no, no2, ho = y.T
    r1 = 0.4 * light * o3
    r2 = k[0] * o * o2
    r3 = k[1] * o * o3
    r4 = k[2] * no * o3
    r5 = 0.9 * light * no2
    r6 = k[3] * ho * no2
    r7 = 0.05 * light * ho
    return np.stack([r1 - r2 - r3 + r5, r2 - r1 - r3 - r4, r1 - r2 + 2.0 * r3 + r4, r5 - r4, r4 - r5 - r6 + r7, r7 - r6], axis=1)


def jacobian(y, k, light):
    o, o3, o2, no, no2, ho = y.T
    J = np.zeros((y.shape[0], 6, 6))
    j1, j5, j7 = 0.4 * light, 0.9 * light, 0.05 * light
    J[:, 0, 0] = -k[0] * o2 - k[1] * o3
    J[:, 0, 1] = j1 - k[1] * o
    J[:, 0, 2] = -k[0] * o
    J[:, 0, 4] = j5
    J[:, 1, 0] = k[0] * o2 - k[1] * o3
    J[:, 1, 1] = -j1 - k[1] * o - k[2] * no
    J[:, 1, 2] = k[0] * o
    J[:, 1, 3] = -k[2] * o3
    J[:, 2, 0] = -k[0] * o2 + 2.0 * k[1] * o3
    J[:, 2, 1] = j1 + 2.0 * k[1] * o + k[2] * no
    J[:, 2, 2] = -k[0] * o
    J[:, 2, 3] = k[2] * o3
    J[:, 3, 1] = -k[2] * no
    J[:, 3, 3] = -k[2] * o3
    J[:, 3, 4] = j5
    J[:, 4, 1] = k[2] * no
    J[:, 4, 3] = k[2] * o3
    J[:, 4, 4] = -j5 - k[3] * ho
    J[:, 4, 5] = -k[3] * no2 + j7
    J[:, 5, 4] = -k[3] * ho
    J[:, 5, 5] = j7 - k[3] * no2
    return J


def chemistry(start, light, warm, dt=0.05):
    """Concentrations by Rosenbrock's method of two stages that is L-stable, cell by cell side by side."""
    gamma = 1.0 + 1.0 / np.sqrt(2.0)
    k = constants(warm)
    y = start.copy()
    ozone = np.empty((light.shape[0], 2))
    worst = 0.0
    for t in range(light.shape[0]):
        A = np.eye(6) - gamma * dt * jacobian(y, k, light[t])
        k1 = np.linalg.solve(A, rates(y, k, light[t])[..., None])[..., 0]
        k2 = np.linalg.solve(A, (rates(y + dt * k1, k, light[t]) - 2.0 * k1)[..., None])[..., 0]
        fresh = y + 1.5 * dt * k1 + 0.5 * dt * k2
        worst = max(worst, np.max(np.abs(fresh - y - dt * k1)))
        y = np.maximum(fresh, 0.0)
        ozone[t] = y[:, 1].mean(), y[:, 1].max()
    return y, ozone, worst
