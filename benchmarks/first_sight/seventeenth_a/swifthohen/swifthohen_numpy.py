import numpy as np


def wave_numbers(n, length):
    k = 2.0 * np.pi * np.fft.fftfreq(n, d=length / n)
    return k[:, None] ** 2 + (2.0 * np.pi * np.fft.rfftfreq(n, d=length / n))[None, :] ** 2


def grow(u, r, cubic, length, dt, steps):
    n = u.shape[0]
    linear = r - (1.0 - wave_numbers(n, length)) ** 2
    propagator = 1.0 / (1.0 - dt * linear)
    energy = np.zeros(steps)
    spectrum = np.fft.rfft2(u)
    for step in range(steps):
        force = cubic * u**2 - u**3
        spectrum = propagator * (spectrum + dt * np.fft.rfft2(force))
        energy[step] = -0.5 * np.mean(u * np.fft.irfft2(linear * spectrum, s=u.shape)) + np.mean(0.25 * u**4 - cubic / 3.0 * u**3)
        u = np.fft.irfft2(spectrum, s=u.shape)
    return u, energy
