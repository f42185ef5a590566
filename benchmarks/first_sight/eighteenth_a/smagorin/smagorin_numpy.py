import numpy as np


def smagorinsky(u, v, dx, dt, cs, steps):
    """Wind on a staggered grid made smooth by a viscosity that grows with its deformation."""
    most = 0.1 * dx**2 / dt
    for step in range(steps):
        tension = (u[:, :, 1:] - u[:, :, :-1] - v[:, 1:, :] + v[:, :-1, :]) / dx
        shear = (v[:, 1:-1, 1:] - v[:, 1:-1, :-1] + u[:, 1:, 1:-1] - u[:, :-1, 1:-1]) / dx
        middle = 0.25 * (shear[:, :-1, :-1] + shear[:, 1:, :-1] + shear[:, :-1, 1:] + shear[:, 1:, 1:])
        inner = tension[:, 1:-1, 1:-1]
        nu = np.minimum((cs * dx) ** 2 * np.sqrt(inner**2 + middle**2), most)
        corner = 0.25 * (nu[:, :-1, :-1] + nu[:, 1:, :-1] + nu[:, :-1, 1:] + nu[:, 1:, 1:])
        a = nu * inner
        b = corner * shear[:, 1:-1, 1:-1]
        u[:, 2:-2, 2:-2] += dt / dx * (a[:, 1:-1, 1:] - a[:, 1:-1, :-1] + b[:, 1:] - b[:, :-1])
        v[:, 2:-2, 2:-2] += dt / dx * (b[:, :, 1:] - b[:, :, :-1] - a[:, 1:, 1:-1] + a[:, :-1, 1:-1])
