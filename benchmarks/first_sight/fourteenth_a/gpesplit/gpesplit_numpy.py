import numpy as np


def condensate(psi, x, trap, g, dt, steps):
    n = x.size
    h = x[1] - x[0]
    k = 2.0 * np.pi * np.fft.fftfreq(n, h)
    motion = np.exp(-0.5j * dt * (k[:, None] ** 2 + k[None, :] ** 2))
    far = x[:, None] ** 2 + x[None, :] ** 2
    width = np.zeros(steps)
    norm = np.zeros(steps)
    for step in range(steps):
        psi *= np.exp(-0.5j * dt * (trap + g * np.abs(psi) ** 2))
        psi[:] = np.fft.ifft2(motion * np.fft.fft2(psi))
        psi *= np.exp(-0.5j * dt * (trap + g * np.abs(psi) ** 2))
        dense = np.abs(psi) ** 2
        norm[step] = np.sum(dense) * h**2
        width[step] = np.sqrt(np.sum(far * dense) / np.sum(dense))
    return width, norm
