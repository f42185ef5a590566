"""Mechanics, fields, matter."""

import numpy as np


def ising(spin, uniform, coupling):
    """Metropolis sweeps of the Ising model in checkerboard order. spin (n, n) int8, uniform (sweeps, 2, n, n) random numbers."""
    n = spin.shape[0]
    colour = (np.arange(n)[:, None] + np.arange(n)[None, :]) % 2
    magnet = np.zeros(uniform.shape[0])
    for s in range(uniform.shape[0]):
        for c in range(2):
            around = np.roll(spin, 1, 0) + np.roll(spin, -1, 0) + np.roll(spin, 1, 1) + np.roll(spin, -1, 1)
            flip = (uniform[s, c] < np.exp(-2.0 * coupling * spin * around)) & (colour == c)
            spin[flip] = -spin[flip]
        magnet[s] = np.mean(spin)
    return magnet


def inputs_ising(seed, size=None):
    n = size or 12
    rng = np.random.default_rng(seed)
    return rng.choice(np.array([-1, 1], dtype=np.int8), (n, n)), rng.random((4, 2, n, n)), 0.44


def fermi_pasta(x, v, alpha, dt, steps):
    """Chain of anharmonic springs with fixed ends, velocity Verlet. x, v (n,); energy of the springs at each step."""
    history = np.zeros(steps)
    a = np.zeros_like(x)
    for t in range(steps):
        d = x[1:] - x[:-1]
        f = d + alpha * d * d
        a[1:-1] = f[1:] - f[:-1]
        v += dt * a
        x += dt * v
        history[t] = np.sum(0.5 * d * d + alpha / 3.0 * d ** 3)
    return history


def inputs_fermi_pasta(seed, size=None):
    n = size or 32
    x = np.sin(np.pi * np.linspace(0.0, 1.0, n)) + 0.01 * np.random.default_rng(seed).normal(size=n)
    x[0], x[-1] = 0.0, 0.0
    return x, np.zeros(n), 0.25, 0.1, 30


def crank_nicolson(psi, potential, dx, dt, steps):
    """Schroedinger's equation in one dimension, Crank-Nicolson, complex Thomas algorithm. psi (n,) complex."""
    n = psi.shape[0]
    r = 0.25j * dt / (dx * dx)
    diagonal = 1.0 + 2.0 * r + 0.5j * dt * potential
    c = np.zeros(n, dtype=np.complex128)
    d = np.zeros(n, dtype=np.complex128)
    for t in range(steps):
        right = (2.0 - diagonal) * psi
        right[1:] += r * psi[:-1]
        right[:-1] += r * psi[1:]
        c[0] = -r / diagonal[0]
        d[0] = right[0] / diagonal[0]
        for i in range(1, n):
            m = diagonal[i] + r * c[i - 1]
            c[i] = -r / m
            d[i] = (right[i] + r * d[i - 1]) / m
        psi[n - 1] = d[n - 1]
        for i in range(n - 2, -1, -1):
            psi[i] = d[i] - c[i] * psi[i + 1]


def inputs_crank_nicolson(seed, size=None):
    n = size or 30
    x = np.linspace(-10.0, 10.0, n)
    psi = np.exp(-(x + 4.0) ** 2 + 2j * x)
    return psi, np.random.default_rng(seed).uniform(0.0, 0.3, n) + (abs(x) < 1.0), 20.0 / n, 0.05, 4


def maxwell(ez, hx, hy, loss, source, steps):
    """Yee's scheme (1966) for the transverse magnetic mode with lossy material, a soft point source. ez (n, n)."""
    ca = (1.0 - loss) / (1.0 + loss)
    cb = 0.5 / (1.0 + loss)
    middle = ez.shape[0] // 2
    for t in range(steps):
        hx -= 0.5 * (ez[:, 1:] - ez[:, :-1])
        hy += 0.5 * (ez[1:, :] - ez[:-1, :])
        ez[1:-1, 1:-1] = ca[1:-1, 1:-1] * ez[1:-1, 1:-1] + cb[1:-1, 1:-1] * (hy[1:, 1:-1] - hy[:-1, 1:-1] - hx[1:-1, 1:] + hx[1:-1, :-1])
        ez[middle, middle] += source[t]
    return np.sum(ez * ez)


def inputs_maxwell(seed, size=None):
    n = size or 14
    rng = np.random.default_rng(seed)
    steps = 20
    return (0.01 * rng.normal(size=(n, n)), np.zeros((n, n - 1)), np.zeros((n - 1, n)), rng.uniform(0.0, 0.05, (n, n)),
            np.sin(0.3 * np.arange(steps)), steps)


def julia(c_real, c_imag, n, limit):
    """Iterations of z -> z^2 + c before escape, on an n x n grid of the plane."""
    x = np.linspace(-1.5, 1.5, n)
    z = x[None, :] + 1j * x[:, None]
    count = np.zeros((n, n), dtype=np.int32)
    for k in range(limit):
        bounded = z.real ** 2 + z.imag ** 2 < 4.0
        z = np.where(bounded, z * z + (c_real + 1j * c_imag), z)
        count += bounded
    return count


def inputs_julia(seed, size=None):
    rng = np.random.default_rng(seed)
    return -0.8 + 0.01 * rng.random(), 0.156 + 0.01 * rng.random(), size or 16, 20


def particles_in_cell(x, v, cells, dt, steps):
    """Electrostatic plasma in one dimension, linear weighting (Birdsall & Langdon). x, v (n,), box of `cells` cells."""
    n = x.shape[0]
    for t in range(steps):
        left = np.floor(x).astype(np.int64)
        w = x - left
        density = np.zeros(cells)
        np.add.at(density, left % cells, 1.0 - w)
        np.add.at(density, (left + 1) % cells, w)
        field = np.cumsum(1.0 - density * cells / n)
        field -= field.mean()
        v += dt * ((1.0 - w) * field[left % cells] + w * field[(left + 1) % cells])
        x += dt * v
        x %= cells
    return field


def inputs_particles_in_cell(seed, size=None):
    n = size or 200
    rng = np.random.default_rng(seed)
    return rng.uniform(0.0, 16.0, n), rng.normal(size=n), 16, 0.1, 5


def pendulum_rates(a, b, p, q):
    """Rates of angles and angular momenta of a double pendulum with unit masses and lengths."""
    c, s = np.cos(a - b), np.sin(a - b)
    da = 6.0 * (2.0 * p - 3.0 * c * q) / (16.0 - 9.0 * c * c)
    db = 6.0 * (8.0 * q - 3.0 * c * p) / (16.0 - 9.0 * c * c)
    return da, db, -0.5 * (da * db * s + 29.43 * np.sin(a)), -0.5 * (-da * db * s + 9.81 * np.sin(b))


def double_pendulum(a, b, p, q, dt, steps):
    """An ensemble of double pendulums by the midpoint rule. a, b, p, q (n,)."""
    for t in range(steps):
        da, db, dp, dq = pendulum_rates(a, b, p, q)
        h = 0.5 * dt
        da, db, dp, dq = pendulum_rates(a + h * da, b + h * db, p + h * dp, q + h * dq)
        a, b, p, q = a + dt * da, b + dt * db, p + dt * dp, q + dt * dq
    return a, b, p, q


def inputs_double_pendulum(seed, size=None):
    rng = np.random.default_rng(seed)
    return (*rng.uniform(-1.5, 1.5, (2, size or 16)), *np.zeros((2, size or 16)), 0.01, 20)


def multilayer(wavelength, index, thickness):
    """Reflectance of a stack of thin films at normal incidence by transfer matrices (Born & Wolf 1.6). wavelength (n,), index (layers,)."""
    m11 = np.ones(wavelength.shape[0], dtype=np.complex128)
    m12 = np.zeros(wavelength.shape[0], dtype=np.complex128)
    m21 = np.zeros(wavelength.shape[0], dtype=np.complex128)
    m22 = np.ones(wavelength.shape[0], dtype=np.complex128)
    for k in range(index.shape[0]):
        beta = 2.0 * np.pi * index[k] * thickness[k] / wavelength
        c, s = np.cos(beta), 1j * np.sin(beta)
        a, b = m11 * c + m12 * s * index[k], m11 * s / index[k] + m12 * c
        m21, m22 = m21 * c + m22 * s * index[k], m21 * s / index[k] + m22 * c
        m11, m12 = a, b
    r = (m11 + 1.5 * m12 - m21 - 1.5 * m22) / (m11 + 1.5 * m12 + m21 + 1.5 * m22)
    return r.real ** 2 + r.imag ** 2


def inputs_multilayer(seed, size=None):
    rng = np.random.default_rng(seed)
    return np.linspace(400.0, 800.0, size or 20), rng.uniform(1.3, 2.4, 12), rng.uniform(50.0, 150.0, 12)
