import numpy as np


def solitons(u, k, dt, steps):
    k[k.size // 2] = 0.0
    g = -0.5j * dt * k
    half = np.exp(0.5j * dt * k**3)
    full = half**2
    v = np.fft.fft(u, axis=1)
    mass = np.empty((steps, u.shape[0]))
    energy = np.empty((steps, u.shape[0]))

    def push(v):
        return g * np.fft.fft(np.fft.ifft(v, axis=1).real ** 2, axis=1)
    for step in range(steps):
        a = push(v)
        b = push(half * (v + 0.5 * a))
        c = push(half * v + 0.5 * b)
        d = push(full * v + half * c)
        v = full * v + (full * a + 2.0 * half * (b + c) + d) / 6.0
        now = np.fft.ifft(v, axis=1).real
        mass[step] = now.mean(axis=1)
        energy[step] = np.sqrt(np.mean(now**2, axis=1))
    u[:] = np.fft.ifft(v, axis=1).real
    return mass, energy
