import numpy as np


def initialize(bodies, side):
    rng = np.random.default_rng(293)
    corner = np.concatenate((4000.0 * rng.random((bodies, 2)), 50.0 + 800.0 * rng.random((bodies, 1))), axis=1)
    prisms = np.stack((corner, corner + 50.0 + 400.0 * rng.random((bodies, 3))), axis=2)
    y, x = np.meshgrid(np.linspace(0.0, 4000.0, side), np.linspace(0.0, 4000.0, side) + 0.37, indexing="ij")
    return prisms, rng.normal(300.0, 150.0, bodies), x, y, 20.0 * np.sin(x / 700.0)
