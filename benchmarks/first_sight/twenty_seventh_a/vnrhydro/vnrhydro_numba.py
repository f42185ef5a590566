import numba as nb
import numpy as np

GAMMA = 1.4


@nb.njit(error_model="numpy")
def vnrhydro(x, u, rho, energy, end, most):
    cells = rho.size
    mass, pressure, q, node = np.empty(cells), np.empty(cells), np.empty(cells), np.zeros(cells + 1)
    for i in range(cells):
        mass[i] = rho[i] * (x[i + 1] - x[i])
        node[i] += 0.5 * mass[i]
        node[i + 1] += 0.5 * mass[i]
    time, steps = 0.0, 0
    while time < end and steps < most:
        least = np.inf
        for i in range(cells):
            pressure[i] = (GAMMA - 1.0) * rho[i] * energy[i]
            sound = np.sqrt(GAMMA * pressure[i] / rho[i])
            du = u[i + 1] - u[i]
            squeeze = min(du, 0.0)
            q[i] = rho[i] * (2.0 * squeeze ** 2 - 0.3 * sound * squeeze)
            least = min(least, (x[i + 1] - x[i]) / (sound + 2.0 * abs(du)))
        dt = min(0.3 * least, end - time)
        for i in range(1, cells):
            u[i] -= dt * ((pressure[i] + q[i]) - (pressure[i - 1] + q[i - 1])) / node[i]
        for i in range(cells + 1):
            x[i] += dt * u[i]
        for i in range(cells):
            new = mass[i] / (x[i + 1] - x[i])
            change = 1.0 / new - 1.0 / rho[i]
            energy[i] = (energy[i] - (0.5 * pressure[i] + q[i]) * change) / (1.0 + 0.5 * (GAMMA - 1.0) * new * change)
            rho[i] = new
        time += dt
        steps += 1
    return steps, time
