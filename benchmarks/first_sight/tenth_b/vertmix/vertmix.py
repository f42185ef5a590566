import numpy as np


def initialize(nx, ny, nz):
    rng = np.random.default_rng(42)
    theta = 280.0 + 20.0 * rng.random((nx, ny, nz))
    kz = 0.1 + 30.0 * rng.random((nx, ny, nz))
    rho = 1.2 * np.exp(-np.linspace(0.0, 1.5, nz)) * (1.0 + 0.02 * rng.random((nx, ny, nz)))
    dz = np.linspace(20.0, 250.0, nz)
    flux = 0.1 * rng.standard_normal((nx, ny))
    return theta, kz, rho, dz, flux, 120.0
