"""Atmosphere and ocean."""

import numpy as np


def slope(left, right):
    """Van Leer's limited slope (1974)."""
    product = left * right
    return np.where(product > 0.0, 2.0 * product / np.where(product > 0.0, left + right, 1.0), 0.0)


def tracer(q, wind, courant, steps):
    """Advection of a tracer on a ring, second order, flux limited. q, wind (levels, n)."""
    for t in range(steps):
        s = slope(q - np.roll(q, 1, axis=1), np.roll(q, -1, axis=1) - q)
        c = courant * wind
        flux = np.where(c > 0.0, c * (q + 0.5 * (1.0 - c) * s), c * (np.roll(q, -1, axis=1) - 0.5 * (1.0 + c) * np.roll(s, -1, axis=1)))
        q -= flux - np.roll(flux, 1, axis=1)


def inputs_tracer(seed, size=None):
    n = size or 24
    rng = np.random.default_rng(seed)
    return rng.uniform(0.0, 1.0, (n // 4, n)), rng.uniform(-0.8, 0.8, (n // 4, 1)) * np.ones((1, n)), 0.9, 8


def vertical_mixing(t, k, dz, dt, steps):
    """Implicit vertical diffusion in many columns by the Thomas algorithm. t (levels, columns), k (levels + 1, columns)."""
    levels, columns = t.shape
    below = -dt / (dz * dz) * k[:-1]
    above = -dt / (dz * dz) * k[1:]
    diagonal = 1.0 - below - above
    c = np.zeros((levels, columns))
    for s in range(steps):
        c[0] = above[0] / diagonal[0]
        t[0] /= diagonal[0]
        for i in range(1, levels):
            m = 1.0 / (diagonal[i] - below[i] * c[i - 1])
            c[i] = above[i] * m
            t[i] = (t[i] - below[i] * t[i - 1]) * m
        for i in range(levels - 2, -1, -1):
            t[i] -= c[i] * t[i + 1]


def inputs_vertical_mixing(seed, size=None):
    n = size or 8
    rng = np.random.default_rng(seed)
    k = rng.uniform(0.5, 20.0, (n + 1, 4 * n))
    k[0], k[-1] = 0.0, 0.0
    return 280.0 + 10.0 * rng.random((n, 4 * n)), k, 50.0, 60.0, 5


def arakawa(p, z):
    """Arakawa's Jacobian (1966), that conserves energy and enstrophy; inner points."""
    one = ((p[2:, 1:-1] - p[:-2, 1:-1]) * (z[1:-1, 2:] - z[1:-1, :-2]) - (p[1:-1, 2:] - p[1:-1, :-2]) * (z[2:, 1:-1] - z[:-2, 1:-1]))
    two = (p[2:, 1:-1] * (z[2:, 2:] - z[2:, :-2]) - p[:-2, 1:-1] * (z[:-2, 2:] - z[:-2, :-2])
           - p[1:-1, 2:] * (z[2:, 2:] - z[:-2, 2:]) + p[1:-1, :-2] * (z[2:, :-2] - z[:-2, :-2]))
    three = (z[1:-1, 2:] * (p[2:, 2:] - p[:-2, 2:]) - z[1:-1, :-2] * (p[2:, :-2] - p[:-2, :-2])
             - z[2:, 1:-1] * (p[2:, 2:] - p[2:, :-2]) + z[:-2, 1:-1] * (p[:-2, 2:] - p[:-2, :-2]))
    return (one + two + three) / 12.0


def vorticity(zeta, psi, beta, dt, steps, sweeps):
    """Barotropic vorticity on a beta plane: Euler step, then Jacobi sweeps for the stream function. zeta, psi (n, n)."""
    for t in range(steps):
        zeta[1:-1, 1:-1] += dt * (arakawa(zeta, psi) - 0.5 * beta * (psi[2:, 1:-1] - psi[:-2, 1:-1]))
        for s in range(sweeps):
            psi[1:-1, 1:-1] = 0.25 * (psi[2:, 1:-1] + psi[:-2, 1:-1] + psi[1:-1, 2:] + psi[1:-1, :-2] - zeta[1:-1, 1:-1])


def inputs_vorticity(seed, size=None):
    n = size or 12
    rng = np.random.default_rng(seed)
    return 0.1 * rng.normal(size=(n, n)), np.zeros((n, n)), 0.2, 0.05, 4, 5


def tendency(x, force):
    """Lorenz's 1996 model on the last axis."""
    return (np.roll(x, -1, axis=1) - np.roll(x, 2, axis=1)) * np.roll(x, 1, axis=1) - x + force


def lorenz96(x, force, dt, steps):
    """An ensemble of the Lorenz 1996 model by Runge and Kutta's method. x (members, n)."""
    for t in range(steps):
        k1 = tendency(x, force)
        k2 = tendency(x + 0.5 * dt * k1, force)
        k3 = tendency(x + 0.5 * dt * k2, force)
        k4 = tendency(x + dt * k3, force)
        x = x + dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
    return x.mean(axis=0), x.std(axis=0)


def inputs_lorenz96(seed, size=None):
    n = size or 8
    return 8.0 + np.random.default_rng(seed).normal(size=(n, 40)), 8.0, 0.01, 5


def cloud_physics(t, q, p, steps):
    """Saturation adjustment by Newton's method with Bolton's vapour pressure (1980). t [K], q [kg/kg], p [hPa], all (n,)."""
    condensed = np.zeros_like(t)
    for s in range(steps):
        es = 6.112 * np.exp(17.67 * (t - 273.15) / (t - 29.65))
        qs = 0.622 * es / (p - 0.378 * es)
        slope_ = qs * 17.67 * 243.5 / (t - 29.65) ** 2
        excess = np.where(q > qs, (q - qs) / (1.0 + 2.5e6 / 1004.0 * slope_), 0.0)
        t += 2.5e6 / 1004.0 * excess
        q -= excess
        condensed += excess
    rain = condensed > 1e-3
    condensed[rain] -= 0.5 * (condensed[rain] - 1e-3)
    return condensed


def inputs_cloud_physics(seed, size=None):
    n = size or 40
    rng = np.random.default_rng(seed)
    return rng.uniform(260.0, 300.0, n), rng.uniform(0.0, 0.02, n), rng.uniform(500.0, 1000.0, n), 4


def longwave(t, tau):
    """Fluxes of grey radiation up and down through layers. t [K] (levels, columns), tau (levels, columns)."""
    levels = t.shape[0]
    emitted = 5.670374e-8 * t ** 4
    through = np.exp(-tau)
    down = np.zeros((levels + 1, t.shape[1]))
    up = np.zeros((levels + 1, t.shape[1]))
    for k in range(levels):
        down[k + 1] = down[k] * through[k] + emitted[k] * (1.0 - through[k])
    up[levels] = emitted[levels - 1]
    for k in range(levels - 1, -1, -1):
        up[k] = up[k + 1] * through[k] + emitted[k] * (1.0 - through[k])
    net = up - down
    return net[1:] - net[:-1], np.cumsum(tau, axis=0)[-1]


def inputs_longwave(seed, size=None):
    n = size or 8
    rng = np.random.default_rng(seed)
    return rng.uniform(210.0, 300.0, (n, 4 * n)), rng.uniform(0.01, 0.4, (n, 4 * n))
