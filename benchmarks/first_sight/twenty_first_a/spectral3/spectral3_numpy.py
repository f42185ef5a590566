import numpy as np


def slope(w, k, square, keep, nu):
    """Change of the transformed wind w, vorticity times wind without what pressure takes."""
    u = np.fft.ifftn(w, axes=(1, 2, 3)).real
    curl = np.empty(w.shape)
    for a in range(3):
        b, c = (a + 1) % 3, (a + 2) % 3
        curl[a] = np.fft.ifftn(1j * (k[b] * w[c] - k[c] * w[b])).real
    push = np.fft.fftn(np.cross(u, curl, axis=0), axes=(1, 2, 3)) * keep
    pressure = np.sum(k * push, axis=0) / square
    return push - k * pressure - nu * square * w


def spectral3(u, steps, dt=0.02, nu=0.01):
    n = u.shape[1]
    wave = np.fft.fftfreq(n, 1.0 / n)
    k = np.array(np.meshgrid(wave, wave, wave, indexing="ij"))[::-1]
    square = np.sum(k ** 2, axis=0)
    square[0, 0, 0] = 1.0
    keep = np.all(np.abs(k) < n / 3.0, axis=0)
    w = np.fft.fftn(u, axes=(1, 2, 3))
    energy = np.zeros(steps)
    for t in range(steps):
        half = w + 0.5 * dt * slope(w, k, square, keep, nu)
        w = w + dt * slope(half, k, square, keep, nu)
        energy[t] = 0.5 * np.sum(np.abs(w) ** 2) / n ** 6
    u[:] = np.fft.ifftn(w, axes=(1, 2, 3)).real
    return energy
