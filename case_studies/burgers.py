"""Viscous Burgers' equation in one dimension, conservative central scheme.

    du/dt + d(u^2 / 2)/dx = nu d2u/dx2,   u fixed at both ends

Forward Euler in time and central differences in space (Anderson, Tannehill & Pletcher, Computational Fluid Mechanics
and Heat Transfer, section 4.5, the FTCS method). Stable for dt <= dx^2 / (2 nu) and dt <= 2 nu / u^2; fronts of width
nu / u need a few points. Exact travelling front (Cole-Hopf): u = c - a tanh(a (x - c t) / (2 nu)).
"""

import numpy as np


def burgers(u0, nu, dx, dt, steps):
    """Return the velocity u [m/s], shape (n,), after `steps` steps of dt [s] from u0; nu [m^2/s], dx [m]."""
    u = u0.copy()
    for step in range(steps):
        flux = 0.5 * u * u
        advection = (flux[2:] - flux[:-2]) / (2.0 * dx)
        diffusion = nu * (u[2:] - 2.0 * u[1:-1] + u[:-2]) / (dx * dx)
        u[1:-1] = u[1:-1] + dt * (diffusion - advection)
    return u


def inputs(seed, size=None):
    """Arguments of `burgers` on size points (default 400, 600 steps): random waves that steepen into fronts."""
    n = 400 if size is None else size
    rng = np.random.default_rng(seed)
    dx = 1.0 / (n - 1)
    x = np.linspace(0.0, 1.0, n)
    u0 = 0.31 + 0.17 * x
    for k in range(1, 5):
        u0 = u0 + rng.uniform(0.3, 0.7) / k * np.sin(2.0 * np.pi * k * x + rng.uniform(0.0, 6.28))
    nu = 1.3 * dx
    dt = 0.3 * dx
    return u0, nu, dx, dt, int(1.5 * n)
