import numpy as np


def whitham(eta, length, dt, steps):
    """Surface after all steps; mass, energy and the place of the crest after each."""
    n = eta.size
    k = 2.0 * np.pi * np.fft.rfftfreq(n, d=length / n)
    speed = np.ones_like(k)
    speed[1:] = np.sqrt(np.tanh(k[1:]) / k[1:])
    keep = np.arange(k.size) < n // 3
    half = np.exp(-1j * k * speed * dt / 2.0)
    slope = -0.75j * k * keep

    def push(spectrum):
        return slope * np.fft.rfft(np.fft.irfft(spectrum, n) ** 2)

    u = np.fft.rfft(eta) * keep
    mass, energy = np.zeros(steps), np.zeros(steps)
    crest = np.zeros(steps, dtype=int)
    for i in range(steps):
        a = dt * push(u)
        b = dt * push(half * (u + a / 2.0))
        c = dt * push(half * u + b / 2.0)
        d = dt * push(half * half * u + half * c)
        u = half * half * (u + a / 6.0) + half * (b + c) / 3.0 + d / 6.0
        surface = np.fft.irfft(u, n)
        mass[i] = surface.mean() * length
        energy[i] = 0.5 * length / n * np.dot(surface, surface)
        crest[i] = surface.argmax()
    return surface, mass, energy, crest
