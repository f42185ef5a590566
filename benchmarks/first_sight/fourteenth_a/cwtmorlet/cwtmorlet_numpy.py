import numpy as np


def scalogram(x, widths, dt, w0=6.0):
    n = x.size
    x = (x - x.mean()) / x.std()
    omega = 2.0 * np.pi * np.fft.fftfreq(n, dt)
    expnt = -0.5 * (widths[:, None] * omega[None, :] - w0) ** 2 * (omega > 0.0)
    daughter = np.sqrt(2.0 * np.pi * widths[:, None] / dt) * np.pi**-0.25 * np.exp(expnt) * (omega > 0.0)
    wave = np.fft.ifft(np.fft.fft(x) * daughter, axis=1)
    power = np.abs(wave) ** 2
    period = 4.0 * np.pi * widths / (w0 + np.sqrt(2.0 + w0**2))
    inside = np.sqrt(2.0) * widths[:, None] < dt * np.minimum(np.arange(n), n - 1 - np.arange(n))
    best = np.argmax(np.where(inside, power / widths[:, None], 0.0), axis=0)
    ridge = 1.0 / period[best]
    spectrum = np.sum(power * inside, axis=1) / np.maximum(inside.sum(axis=1), 1)
    return power, ridge, spectrum
