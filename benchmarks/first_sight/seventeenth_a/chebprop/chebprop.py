import numpy as np


def bessel(order, z, points=4000):
    """J_order(z) by Bessel's integral."""
    t = (np.arange(points) + 0.5) * np.pi / points
    return np.mean(np.cos(order * t - z * np.sin(t)))


def initialize(n, steps):
    h, dt = 20.0 / n, 0.05
    c = (np.arange(n) + 0.5) * h - 10.0
    x, y = np.meshgrid(c, c, indexing="ij")
    potential = 0.05 * (x**2 + y**2) + 3.0 * np.exp(-(x**2) - 0.2 * y**2)
    psi = np.exp(-0.5 * ((x + 4.0) ** 2 + y**2) + 1.5j * x)
    psi /= np.sqrt(np.sum(np.abs(psi) ** 2)) * h
    low, high = potential.min(), potential.max() + 4.0 / h**2
    centre, radius = 0.5 * (high + low), 0.55 * (high - low)
    terms = int(radius * dt) + 16
    coefficients = np.array([(2.0 - (k == 0)) * (-1j) ** k * bessel(k, radius * dt) for k in range(terms)])
    return psi, potential, coefficients, np.exp(-1j * centre * dt), h, centre, radius, steps
