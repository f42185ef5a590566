import numpy as np


def initialize(n, m, steps):
    """Density, both momenta and energy of a blast in a gas that is sheared."""
    x, y = np.meshgrid(np.linspace(-1.0, 1.0, n), np.linspace(-1.0, 1.0, m), indexing="ij")
    density = 1.0 + 0.3 * np.sin(3.0 * x) * np.cos(2.0 * y)
    u, v = 0.4 * np.tanh(5.0 * y), 0.1 * np.sin(4.0 * x)
    pressure = np.where(x**2 + y**2 < 0.1, 3.0, 0.8)
    energy = pressure / 0.4 + 0.5 * density * (u**2 + v**2)
    return np.stack((density, density * u, density * v, energy)), 1.4, 2.0 / (n - 1), steps
