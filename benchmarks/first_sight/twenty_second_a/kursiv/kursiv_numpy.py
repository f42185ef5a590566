import numpy as np


def rate(u, h):
    """Burgers's flux, diffusion that gains and hyperdiffusion that loses, on a ring."""
    east, west = np.roll(u, -1), np.roll(u, 1)
    far, back = np.roll(u, -2), np.roll(u, 2)
    wind = (east * east - west * west + u * (east - west)) / (6.0 * h)
    gain = (east - 2.0 * u + west) / h ** 2
    loss = (far - 4.0 * east + 6.0 * u - 4.0 * west + back) / h ** 4
    return -wind - gain - loss


def kursiv(u, steps, dt=2e-3, h=0.5):
    energy = np.zeros(steps)
    for t in range(steps):
        a = u + dt * rate(u, h)
        b = 0.75 * u + 0.25 * (a + dt * rate(a, h))
        u = u / 3.0 + 2.0 / 3.0 * (b + dt * rate(b, h))
        energy[t] = 0.5 * h * np.sum(u * u)
    return u, energy
