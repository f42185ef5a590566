import numba as nb
import numpy as np


@nb.njit
def rotate(w, wave, out):
    n = w.shape[1]
    for i in range(n):
        for j in range(n):
            for l in range(n):
                kx, ky, kz = wave[l], wave[j], wave[i]
                a, b, c = w[0, i, j, l], w[1, i, j, l], w[2, i, j, l]
                out[0, i, j, l], out[1, i, j, l], out[2, i, j, l] = a, b, c
                out[3, i, j, l] = 1j * (ky * c - kz * b)
                out[4, i, j, l] = 1j * (kz * a - kx * c)
                out[5, i, j, l] = 1j * (kx * b - ky * a)


@nb.njit
def cross(both, out):
    n = both.shape[1]
    for i in range(n):
        for j in range(n):
            for l in range(n):
                a, b, c = both[0, i, j, l].real, both[1, i, j, l].real, both[2, i, j, l].real
                x, y, z = both[3, i, j, l].real, both[4, i, j, l].real, both[5, i, j, l].real
                out[0, i, j, l] = b * z - c * y
                out[1, i, j, l] = c * x - a * z
                out[2, i, j, l] = a * y - b * x


@nb.njit(error_model="numpy")
def advance(base, w, push, wave, step, nu, out):
    n = w.shape[1]
    limit, total = n / 3.0, 0.0
    for i in range(n):
        for j in range(n):
            for l in range(n):
                kx, ky, kz = wave[l], wave[j], wave[i]
                square = kx * kx + ky * ky + kz * kz
                if i == 0 and j == 0 and l == 0:
                    square = 1.0
                keep = 1.0 if abs(kx) < limit and abs(ky) < limit and abs(kz) < limit else 0.0
                a, b, c = push[0, i, j, l] * keep, push[1, i, j, l] * keep, push[2, i, j, l] * keep
                p = (kx * a + ky * b + kz * c) / square
                a = base[0, i, j, l] + step * (a - kx * p - nu * square * w[0, i, j, l])
                b = base[1, i, j, l] + step * (b - ky * p - nu * square * w[1, i, j, l])
                c = base[2, i, j, l] + step * (c - kz * p - nu * square * w[2, i, j, l])
                out[0, i, j, l], out[1, i, j, l], out[2, i, j, l] = a, b, c
                total += (a.real ** 2 + a.imag ** 2) + (b.real ** 2 + b.imag ** 2) + (c.real ** 2 + c.imag ** 2)
    return total


def spectral3(u, steps, dt=0.02, nu=0.01):
    """Transforms are NumPy's; what lies between them is compiled."""
    n = u.shape[1]
    wave = np.fft.fftfreq(n, 1.0 / n)
    w = np.fft.fftn(u, axes=(1, 2, 3))
    half, six, turned = np.empty_like(w), np.empty((6, n, n, n), complex), np.empty((3, n, n, n))
    energy = np.zeros(steps)

    def push(w):
        rotate(w, wave, six)
        cross(np.fft.ifftn(six, axes=(1, 2, 3)), turned)
        return np.fft.fftn(turned, axes=(1, 2, 3))

    for t in range(steps):
        advance(w, w, push(w), wave, 0.5 * dt, nu, half)
        energy[t] = 0.5 * advance(w, half, push(half), wave, dt, nu, w) / n ** 6
    u[:] = np.fft.ifftn(w, axes=(1, 2, 3)).real
    return energy
