"""Small versions of applications that mixed-precision suites measure: heat in chips, particles, images, gas, fields, transforms.

Which applications: S. Che et al., Rodinia: a benchmark suite for heterogeneous computing (IISWC 2009). The programs are our own, from
the mathematics: W. Huang et al., Compact thermal modeling for temperature-aware design (DAC 2004), for the chip; Y. Yu & S. T. Acton,
Speckle reducing anisotropic diffusion (IEEE Transactions on Image Processing 11, 2002), for the picture.
"""

import numpy as np


def chip(kelvin, watts, steps):
    """Temperature of a chip as a network of resistances [K/W] between cells and to the air, and capacities [J/K]; explicit steps."""
    across, down, to_air, air, rate = 0.1, 0.1, 1.0 / 30.0, 300.0, 0.02
    for _ in range(steps):
        gained = watts + to_air * (air - kelvin)
        through_rows = down * np.diff(kelvin, axis=0)
        through_columns = across * np.diff(kelvin, axis=1)
        gained[:-1] += through_rows
        gained[1:] -= through_rows
        gained[:, :-1] += through_columns
        gained[:, 1:] -= through_columns
        kelvin = kelvin + rate * gained
    return kelvin


def inputs_chip(seed, size=None):
    n = size or 32
    rng = np.random.default_rng(seed)
    return rng.uniform(320.0, 340.0, (n, n)), rng.uniform(0.0, 5.0, (n, n)), 50


def gaussian_pairs(place, charge, reach):
    """Energy of each particle in the field of all, and its gradient, under the kernel exp(-(r / reach)^2). place: (n, 3)."""
    apart = place[:, None, :] - place[None, :, :]
    near = np.exp(-np.sum(apart**2, axis=2) / reach**2)
    weight = np.outer(charge, charge) * near
    gradient = np.einsum("ij,ijk->ik", weight, apart) * (-2.0 / reach**2)
    return weight.sum(axis=1), gradient


def inputs_gaussian_pairs(seed, size=None):
    n = size or 64
    rng = np.random.default_rng(seed)
    return rng.uniform(0.1, 1.0, (n, 3)), rng.uniform(0.1, 1.0, n), 2.0


def variation(picture):
    """Yu and Acton's instantaneous coefficient of variation, squared (their equation 35), from one-sided differences."""
    rows, columns = np.diff(picture, axis=0), np.diff(picture, axis=1)
    squares, laplacian = np.zeros_like(picture), np.zeros_like(picture)
    for side, slope in ((slice(None, -1), 1.0), (slice(1, None), -1.0)):
        squares[side] += rows**2
        laplacian[side] += slope * rows
        squares[:, side] += columns**2
        laplacian[:, side] += slope * columns
    relative = laplacian / picture
    return (0.5 * squares / picture**2 - 0.0625 * relative**2) / (1.0 + 0.25 * relative)**2


def speckle(picture, pace, steps):
    """Diffusion that smooths what varies as speckle does and keeps edges; no flux through the border. picture > 0."""
    for _ in range(steps):
        noise = np.var(picture) / np.mean(picture)**2
        conductance = 1.0 / (1.0 + np.maximum(variation(picture) - noise, 0.0) / (noise * (1.0 + noise)))
        flux = 0.25 * pace * conductance[1:] * np.diff(picture, axis=0)
        change = np.zeros_like(picture)
        change[:-1] += flux
        change[1:] -= flux
        flux = 0.25 * pace * conductance[:, 1:] * np.diff(picture, axis=1)
        change[:, :-1] += flux
        change[:, 1:] -= flux
        picture = picture + change
    return picture


def inputs_speckle(seed, size=None):
    n = size or 32
    rng = np.random.default_rng(seed)
    x = np.linspace(0.0, 1.0, n)
    smooth = 2.0 + np.sin(3.0 * x)[:, None] * np.cos(2.0 * x)[None, :]
    return smooth * rng.gamma(25.0, 1.0 / 25.0, (n, n)), 0.5, 10


def euler_flux(density, momentum, energy):
    """The flux of the one-dimensional Euler equations and the fastest wave."""
    gamma = 1.4
    velocity = momentum / density
    pressure = (gamma - 1.0) * (energy - 0.5 * momentum * velocity)
    speed = np.abs(velocity) + np.sqrt(gamma * pressure / density)
    return momentum, momentum * velocity + pressure, velocity * (energy + pressure), speed


def euler(density, momentum, energy, courant, steps):
    """Finite volumes for the Euler equations with the local Lax-Friedrichs flux, on a ring of cells."""
    for _ in range(steps):
        f0, f1, f2, speed = euler_flux(density, momentum, energy)
        fastest = np.maximum(speed, np.roll(speed, -1))
        ratio = courant / np.max(speed)
        new = []
        for u, f in ((density, f0), (momentum, f1), (energy, f2)):
            flux = 0.5 * (f + np.roll(f, -1)) - 0.5 * fastest * (np.roll(u, -1) - u)
            new.append(u - ratio * (flux - np.roll(flux, 1)))
        density, momentum, energy = new
    return density, momentum, energy


def inputs_euler(seed, size=None):
    n = size or 128
    rng = np.random.default_rng(seed)
    x = np.arange(n) / n
    density = 1.0 + 0.3 * np.sin(2 * np.pi * (x + rng.uniform()))
    velocity = 0.2 + 0.1 * np.cos(2 * np.pi * (x + rng.uniform()))
    pressure = 1.0 + 0.1 * np.sin(4 * np.pi * (x + rng.uniform()))
    return density, density * velocity, pressure / 0.4 + 0.5 * density * velocity**2, 0.4, 40


def yee(ez, hx, hy, steps):
    """Maxwell's equations in two dimensions on Yee's grid, with a source in the middle."""
    n, m = ez.shape
    for t in range(steps):
        hx[:, :-1] -= 0.5 * (ez[:, 1:] - ez[:, :-1])
        hy[:-1, :] += 0.5 * (ez[1:, :] - ez[:-1, :])
        ez[1:-1, 1:-1] += 0.5 * (hy[1:-1, 1:-1] - hy[:-2, 1:-1] - hx[1:-1, 1:-1] + hx[1:-1, :-2])
        ez[n // 2, m // 2] += np.sin(0.2 * t)
    return ez


def inputs_yee(seed, size=None):
    n = size or 40
    rng = np.random.default_rng(seed)
    return 0.1 * rng.standard_normal((n, n)), np.zeros((n, n)), np.zeros((n, n)), 60


def fft_radix_2(re, im, cosine, sine):
    """Decimation in frequency, its results left in bit-reversed order; re, im: (2^k,), cosine, sine: tables of half the length."""
    n = re.shape[0]
    half = n // 2
    while half > 0:
        a = re.reshape(-1, 2, half)
        b = im.reshape(-1, 2, half)
        c, s = cosine[::n // (2 * half)], sine[::n // (2 * half)]
        sum_re, sum_im = a[:, 0] + a[:, 1], b[:, 0] + b[:, 1]
        dif_re, dif_im = a[:, 0] - a[:, 1], b[:, 0] - b[:, 1]
        re = np.stack((sum_re, dif_re * c + dif_im * s), axis=1).reshape(n)
        im = np.stack((sum_im, dif_im * c - dif_re * s), axis=1).reshape(n)
        half = half // 2
    return re, im


def inputs_fft_radix_2(seed, size=None):
    n = 2**(size or 8)
    rng = np.random.default_rng(seed)
    angle = 2.0 * np.pi * np.arange(n // 2) / n
    return rng.standard_normal(n), rng.standard_normal(n), np.cos(angle), np.sin(angle)


def lorenz(x, y, z, dt, steps):
    """Lorenz's three equations (1963) by the classical Runge-Kutta rule, many trajectories at once: chaotic."""
    def rates(x, y, z):
        return 10.0 * (y - x), x * (28.0 - z) - y, x * y - 8.0 / 3.0 * z

    for _ in range(steps):
        k1 = rates(x, y, z)
        k2 = rates(x + 0.5 * dt * k1[0], y + 0.5 * dt * k1[1], z + 0.5 * dt * k1[2])
        k3 = rates(x + 0.5 * dt * k2[0], y + 0.5 * dt * k2[1], z + 0.5 * dt * k2[2])
        k4 = rates(x + dt * k3[0], y + dt * k3[1], z + dt * k3[2])
        x = x + dt / 6.0 * (k1[0] + 2.0 * k2[0] + 2.0 * k3[0] + k4[0])
        y = y + dt / 6.0 * (k1[1] + 2.0 * k2[1] + 2.0 * k3[1] + k4[1])
        z = z + dt / 6.0 * (k1[2] + 2.0 * k2[2] + 2.0 * k3[2] + k4[2])
    return x, y, z


def inputs_lorenz(seed, size=None):
    n = size or 16
    rng = np.random.default_rng(seed)
    return rng.uniform(-10.0, 10.0, n), rng.uniform(-10.0, 10.0, n), rng.uniform(15.0, 35.0, n), 0.01, 100
