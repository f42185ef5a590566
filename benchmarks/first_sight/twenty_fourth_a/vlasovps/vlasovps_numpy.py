import numpy as np


def weights(a):
    """Of the cells one before to two after, where one reads a cell's part a further on."""
    b, c, d = a + 1.0, a - 1.0, a - 2.0
    return -a * c * d / 6.0, 0.5 * b * c * d, -0.5 * a * b * d, a * b * c / 6.0


def along_x(f, moved):
    """Every column of speeds by its own way, around the box."""
    nx = f.shape[0]
    whole = np.floor(moved)
    cell = np.arange(nx)[:, None] + whole.astype(int)
    new = np.zeros_like(f)
    for k, w in enumerate(weights(moved - whole)):
        new += w * np.take_along_axis(f, (cell + k - 1) % nx, axis=0)
    return new


def along_v(f, moved):
    """Every place by its own kick; no electrons come from outside."""
    nv = f.shape[1]
    whole = np.floor(moved)
    cell = np.arange(nv) + whole.astype(int)[:, None]
    new = np.zeros_like(f)
    for k, w in enumerate(weights(moved - whole)):
        j = cell + k - 1
        value = np.take_along_axis(f, np.clip(j, 0, nv - 1), axis=1)
        new += w[:, None] * np.where((j >= 0) & (j < nv), value, 0.0)
    return new


def field(f, dx, dv):
    rho = 1.0 - f.sum(axis=1) * dv
    k = 2.0 * np.pi * np.fft.rfftfreq(rho.size, dx)
    spectrum = np.fft.rfft(rho)
    spectrum[0] = 0.0
    spectrum[1:] /= 1j * k[1:]
    return np.fft.irfft(spectrum, rho.size)


def vlasovps(f, v, dx, dv, dt, steps):
    energy = np.zeros((steps, 2))
    for n in range(steps):
        f = along_x(f, -0.5 * dt / dx * v)
        e = field(f, dx, dv)
        f = along_v(f, dt / dv * e)
        f = along_x(f, -0.5 * dt / dx * v)
        energy[n, 0] = 0.5 * dx * np.sum(e ** 2)
        energy[n, 1] = 0.5 * dx * dv * np.einsum("ij,j->", f, v ** 2)
    return f, energy
