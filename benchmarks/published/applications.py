"""Small versions of applications that mixed-precision suites measure: heat in chips, particles, images, gas, fields, transforms.

Written from the equations. S. Che et al., Rodinia: a benchmark suite for heterogeneous computing (IISWC 2009) names hotspot,
LavaMD, SRAD and the Euler solver; Yu & Acton, Speckle reducing anisotropic diffusion (IEEE TIP 11, 2002).
"""

import numpy as np


def hotspot(temp, power, steps):
    """Temperature of a chip: explicit steps of conduction in the plane, to the ambient, and dissipated power."""
    cap, rx, ry, rz, ambient, dt = 0.5, 10.0, 10.0, 30.0, 80.0, 0.01
    for _ in range(steps):
        padded = np.pad(temp, 1, mode="edge")
        vertical = (padded[2:, 1:-1] + padded[:-2, 1:-1] - 2.0 * temp) / ry
        horizontal = (padded[1:-1, 2:] + padded[1:-1, :-2] - 2.0 * temp) / rx
        temp = temp + dt / cap * (power + vertical + horizontal + (ambient - temp) / rz)
    return temp


def inputs_hotspot(seed, size=None):
    n = size or 32
    rng = np.random.default_rng(seed)
    return rng.uniform(320.0, 340.0, (n, n)), rng.uniform(0.0, 5.0, (n, n)), 50


def lava(position, charge, alpha):
    """Potential and forces among the particles of a box and its neighbours: exp(-alpha^2 r^2) kernels. position: (n, 3)."""
    n = position.shape[0]
    potential = np.zeros(n)
    force = np.zeros((n, 3))
    a2 = 2.0 * alpha * alpha
    for i in range(n):
        d = position[i] - position
        r2 = np.sum(d * d, axis=1)
        u2 = a2 * r2
        vij = np.exp(-u2)
        fs = 2.0 * vij
        potential[i] = np.sum(charge * vij)
        force[i] = np.sum((charge * fs)[:, None] * d, axis=0)
    return potential, force


def inputs_lava(seed, size=None):
    n = size or 64
    rng = np.random.default_rng(seed)
    return rng.uniform(0.1, 1.0, (n, 3)), rng.uniform(0.1, 1.0, n), 0.5


def srad(image, lam, steps):
    """Speckle reducing anisotropic diffusion of a positive image."""
    j = np.exp(image / 255.0)
    for _ in range(steps):
        mean = np.mean(j)
        q0 = np.var(j) / (mean * mean)
        pad = np.pad(j, 1, mode="edge")
        dn, ds = pad[:-2, 1:-1] - j, pad[2:, 1:-1] - j
        dw, de = pad[1:-1, :-2] - j, pad[1:-1, 2:] - j
        g2 = (dn * dn + ds * ds + dw * dw + de * de) / (j * j)
        laplace = (dn + ds + dw + de) / j
        q = (0.5 * g2 - laplace * laplace / 16.0) / (1.0 + 0.25 * laplace)**2
        c = np.clip(1.0 / (1.0 + (q - q0) / (q0 * (1.0 + q0))), 0.0, 1.0)
        right, below = np.pad(c, 1, mode="edge")[1:-1, 2:], np.pad(c, 1, mode="edge")[2:, 1:-1]
        j = j + 0.25 * lam * (c * dn + below * ds + c * dw + right * de)
    return np.log(j) * 255.0


def inputs_srad(seed, size=None):
    n = size or 32
    rng = np.random.default_rng(seed)
    x = np.linspace(0.0, 1.0, n)
    smooth = 100.0 + 60.0 * np.sin(3.0 * x)[:, None] * np.cos(2.0 * x)[None, :]
    return np.clip(smooth * (1.0 + 0.2 * rng.standard_normal((n, n))), 1.0, 255.0), 0.5, 10


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


def fdtd(ez, hx, hy, steps):
    """Maxwell's equations in two dimensions on Yee's grid, with a source in the middle."""
    n, m = ez.shape
    for t in range(steps):
        hx[:, :-1] -= 0.5 * (ez[:, 1:] - ez[:, :-1])
        hy[:-1, :] += 0.5 * (ez[1:, :] - ez[:-1, :])
        ez[1:-1, 1:-1] += 0.5 * (hy[1:-1, 1:-1] - hy[:-2, 1:-1] - hx[1:-1, 1:-1] + hx[1:-1, :-2])
        ez[n // 2, m // 2] += np.sin(0.2 * t)
    return ez


def inputs_fdtd(seed, size=None):
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
