import numpy as np

GAMMA = 1.4


def viscosity(rho, sound, du, quadratic=2.0, linear=0.3):
    """Where cells are pressed together, more pressure."""
    squeeze = np.minimum(du, 0.0)
    return rho * (quadratic * squeeze ** 2 - linear * sound * squeeze)


def vnrhydro(x, u, rho, energy, end, most):
    """Places and speeds of nodes, densities and energies of cells, all in place; steps as long as sound allows."""
    mass = rho * np.diff(x)
    node = np.zeros_like(x)
    node[1:] += 0.5 * mass
    node[:-1] += 0.5 * mass
    time, steps = 0.0, 0
    while time < end and steps < most:
        pressure = (GAMMA - 1.0) * rho * energy
        sound = np.sqrt(GAMMA * pressure / rho)
        du = np.diff(u)
        q = viscosity(rho, sound, du)
        dt = min(0.3 * np.min(np.diff(x) / (sound + 2.0 * np.abs(du))), end - time)
        total = pressure + q
        u[1:-1] -= dt * np.diff(total) / node[1:-1]
        x += dt * u
        new = mass / np.diff(x)
        change = 1.0 / new - 1.0 / rho
        # Half of the work is done by the new pressure, which the new energy gives.
        half = 0.5 * (GAMMA - 1.0) * new * change
        energy -= (0.5 * pressure + q) * change
        energy /= 1.0 + half
        rho[:] = new
        time += dt
        steps += 1
    return steps, time
