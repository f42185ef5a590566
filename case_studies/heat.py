"""Heat conduction in a plate: the explicit five-point scheme.

Solves  du/dt = kappa (d2u/dx2 + d2u/dy2)  on a square grid with the edge values held fixed (Dirichlet), by forward
Euler in time and central differences in space (FTCS; Morton & Mayers, Numerical Solution of Partial Differential
Equations, 2nd ed., section 3.1):

    u[i,j] <- u[i,j] + nu (u[i+1,j] + u[i-1,j] + u[i,j+1] + u[i,j-1] - 4 u[i,j]),   nu = kappa dt / dx^2 <= 1/4

The field is advanced in place.
"""

import numpy as np


def heat(u, nu, T):
    """Advance the temperature u [K], shape (n, m), by T time steps in place; nu is the mesh ratio (no unit)."""
    for t in range(T):
        u[1:-1, 1:-1] = u[1:-1, 1:-1] + nu * (
            u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4.0 * u[1:-1, 1:-1]
        )


def inputs(seed, size=None):
    """Arguments of `heat` on a size x size grid (default 128, 100 steps): random waves with noise around 300 K."""
    n = 128 if size is None else size
    rng = np.random.default_rng(seed)
    x, y = np.meshgrid(np.linspace(0.0, 1.0, n), np.linspace(0.0, 1.0, n), indexing="ij")
    u = 300.0 + rng.normal(0.0, 0.5, (n, n))
    for _ in range(6):
        kx, ky = rng.uniform(0.5, 8.0, 2)
        u += rng.normal(0.0, 8.0) * np.sin(kx * x + rng.uniform(0.0, 6.28)) * np.cos(ky * y + rng.uniform(0.0, 6.28))
    return u, rng.uniform(0.17, 0.24), min(100, 4 * n)
