"""Finite differences on grids."""

import numpy as np


def wave(u, v, speed, steps):
    """Wave equation, leapfrog, with a speed that differs by region (LeVeque 2007, section 10.2); u, v (n, m) now and before."""
    c = np.where(speed > 1.5, 0.25, 0.1)
    for t in range(steps):
        lap = u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4.0 * u[1:-1, 1:-1]
        v[1:-1, 1:-1] = 2.0 * u[1:-1, 1:-1] - v[1:-1, 1:-1] + c[1:-1, 1:-1] * lap
        u, v = v, u
    return u


def inputs_wave(seed, size=None):
    n = size or 16
    rng = np.random.default_rng(seed)
    x = np.linspace(-1.0, 1.0, n)
    u = np.exp(-20.0 * (x[:, None] ** 2 + (x[None, :] - 0.2) ** 2)) + 0.01 * rng.normal(size=(n, n))
    return u, u.copy(), rng.uniform(1.0, 2.0, (n, n)), 12


def gauss_seidel(u, f, h, sweeps):
    """Poisson's equation by lexicographic Gauss-Seidel, one point after the other. u, f (n, n)."""
    n = u.shape[0]
    for s in range(sweeps):
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - h * h * f[i, j])


def inputs_gauss_seidel(seed, size=None):
    n = size or 10
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, n)), rng.normal(size=(n, n)), 1.0 / (n - 1), 4


def relax_colour(u, f, omega, start):
    """Relax the points of one colour: rows of one parity with columns of the other."""
    for first, second in ((1, 1 + start), (2, 2 - start)):
        inner = u[first:-1:2, second:-1:2]
        inner *= 1.0 - omega
        around = u[first - 1:-2:2, second:-1:2] + u[first + 1::2, second:-1:2]
        around += u[first:-1:2, second - 1:-2:2] + u[first:-1:2, second + 1::2]
        inner += 0.25 * omega * (around - f[first:-1:2, second:-1:2])


def red_black(u, f, omega, sweeps):
    """Poisson's equation by red-black successive over-relaxation on strided views. u, f (n, n), n odd."""
    for s in range(sweeps):
        relax_colour(u, f, omega, 0)
        relax_colour(u, f, omega, 1)


def inputs_red_black(seed, size=None):
    n = (size or 16) // 2 * 2 + 1
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, n)), rng.normal(size=(n, n)) / n ** 2, 1.6, 8


def second(u, axis):
    """Fourth-order second difference along one axis of a cube, periodic."""
    return (-np.roll(u, 2, axis) + 16.0 * np.roll(u, 1, axis) - 30.0 * u + 16.0 * np.roll(u, -1, axis) - np.roll(u, -2, axis)) / 12.0


def heat_cube(u, nu, steps):
    """Heat conduction in a periodic cube, fourth order in space. u (n, n, n)."""
    for t in range(steps):
        u = u + nu * (second(u, 0) + second(u, 1) + second(u, 2))
    return u


def inputs_heat_cube(seed, size=None):
    n = size or 6
    return np.random.default_rng(seed).normal(size=(n, n, n)), 0.05, 6


def gray_scott(u, v, feed, kill, steps):
    """Reaction and diffusion of two species, periodic (Pearson 1993). u, v (n, n)."""
    for t in range(steps):
        lu = np.roll(u, 1, 0) + np.roll(u, -1, 0) + np.roll(u, 1, 1) + np.roll(u, -1, 1) - 4.0 * u
        lv = np.roll(v, 1, 0) + np.roll(v, -1, 0) + np.roll(v, 1, 1) + np.roll(v, -1, 1) - 4.0 * v
        r = u * v * v
        u += 0.16 * lu - r + feed * (1.0 - u)
        v += 0.08 * lv + r - (feed + kill) * v


def inputs_gray_scott(seed, size=None):
    n = size or 12
    rng = np.random.default_rng(seed)
    u, v = np.ones((n, n)), np.zeros((n, n))
    u[n // 3:n // 2, n // 3:n // 2], v[n // 3:n // 2, n // 3:n // 2] = 0.5, 0.25
    return u + 0.01 * rng.normal(size=(n, n)), v + 0.01 * rng.random((n, n)), 0.055, 0.062, 10


def smooth(u, f, h, sweeps):
    """Weighted Jacobi for -u'' = f, in place."""
    for s in range(sweeps):
        u[1:-1] += 2.0 / 3.0 * (0.5 * (u[:-2] + u[2:] + h * h * f[1:-1]) - u[1:-1])


def two_grid(u, f, h, cycles):
    """Two-grid correction scheme for -u'' = f (Briggs, Henson & McCormick, chapter 3). u, f (2 m + 1,)."""
    n = u.shape[0]
    for c in range(cycles):
        smooth(u, f, h, 2)
        r = np.zeros(n)
        r[1:-1] = f[1:-1] + (u[:-2] - 2.0 * u[1:-1] + u[2:]) / (h * h)
        coarse = np.zeros(n // 2 + 1)
        coarse[1:-1] = 0.25 * (r[1:-3:2] + 2.0 * r[2:-2:2] + r[3:-1:2])
        e = np.zeros(n // 2 + 1)
        smooth(e, coarse, 2.0 * h, 20)
        u[::2] += e
        u[1::2] += 0.5 * (e[:-1] + e[1:])
        smooth(u, f, h, 2)


def inputs_two_grid(seed, size=None):
    n = 2 * (size or 16) + 1
    return np.zeros(n), np.random.default_rng(seed).normal(size=n), 1.0 / (n - 1), 5


def perona_malik(image, kappa, steps):
    """Edge-preserving diffusion (Perona & Malik 1990), binary32. image (n, m)."""
    for t in range(steps):
        north = image[:-2, 1:-1] - image[1:-1, 1:-1]
        south = image[2:, 1:-1] - image[1:-1, 1:-1]
        west = image[1:-1, :-2] - image[1:-1, 1:-1]
        east = image[1:-1, 2:] - image[1:-1, 1:-1]
        flow = north * np.exp(-(north / kappa) ** 2) + south * np.exp(-(south / kappa) ** 2)
        flow += west * np.exp(-(west / kappa) ** 2) + east * np.exp(-(east / kappa) ** 2)
        image[1:-1, 1:-1] += np.float32(0.2) * flow


def inputs_perona_malik(seed, size=None):
    n = size or 12
    return np.random.default_rng(seed).uniform(0.0, 1.0, (n, n)).astype(np.float32), np.float32(0.3), 5
