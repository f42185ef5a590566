import numpy as np


def initialize(coils, pieces, points):
    """Closed coils (coils, pieces + 1, 3) around a torus."""
    rng = np.random.default_rng(42)
    phi = 2.0 * np.pi * np.arange(coils) / coils
    t = np.linspace(0.0, 2.0 * np.pi, pieces + 1)
    rho = 3.0 + np.cos(t) * (1.0 + 0.1 * np.sin(3.0 * t))
    wires = np.stack((np.cos(phi)[:, None] * rho, np.sin(phi)[:, None] * rho, np.broadcast_to(np.sin(t), (coils, pieces + 1))), axis=2)
    at = np.stack((3.0 + 0.3 * rng.standard_normal(points), 0.5 * rng.random(points), 0.3 * rng.standard_normal(points)), axis=1)
    return wires, 1e5 * (1.0 + 0.1 * rng.random(coils)), at, rng.standard_normal((points, 3))
