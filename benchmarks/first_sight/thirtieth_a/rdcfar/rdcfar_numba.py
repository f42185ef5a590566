import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def times(a, b):
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            a[i, j] *= b[j].conjugate()


@nb.njit(error_model="numpy")
def tapered(a, taper):
    out = np.empty((a.shape[1], a.shape[0]), np.complex64)
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            out[j, i] = a[i, j] * taper[i]
    return out


@nb.njit(error_model="numpy")
def box(sums, i, j, half):
    n, m = sums.shape[0] - 1, sums.shape[1] - 1
    top, low, left, right = max(i - half, 0), min(i + half + 1, n), max(j - half, 0), min(j + half + 1, m)
    return sums[low, right] - sums[top, right] - sums[low, left] + sums[top, left], (low - top) * (right - left)


@nb.njit(error_model="numpy")
def detected(doppler, guard, train, alarm):
    m, n = doppler.shape
    power, found, count = np.empty((n, m), np.float32), np.zeros((n, m), np.bool_), np.zeros(n, np.int64)
    sums = np.zeros((n + 1, m + 1))
    for i in range(n):
        s, k = 0.0, (i + n - n // 2) % n
        for j in range(m):
            d = doppler[j, k]
            power[i, j] = d.real * d.real + d.imag * d.imag
            s += power[i, j]
            sums[i + 1, j + 1] = sums[i, j + 1] + s
    most, row, col = np.float32(0.0), 0, 0
    size = (2 * (guard + train) + 1) ** 2
    factor = np.empty(size + 1)
    for c in range(1, size + 1):
        factor[c] = alarm ** (-1.0 / c) - 1.0
    for i in range(n):
        for j in range(m):
            wide, many = box(sums, i, j, guard + train)
            near, few = box(sums, i, j, guard)
            if power[i, j] > factor[many - few] * (wide - near):
                found[i, j] = True
                count[i] += 1
                if power[i, j] > most:
                    most, row, col = power[i, j], i, j
    return power, found, count, row, col


def rdcfar(echoes, chirp, guard=2, train=6, alarm=1e-5):
    pulses, samples = echoes.shape
    spectra = np.fft.fft(echoes, axis=1)
    times(spectra, np.fft.fft(chirp, samples))
    pressed = np.fft.ifft(spectra, axis=1)
    return detected(np.fft.fft(tapered(pressed, np.hanning(pulses).astype(np.float32)), axis=1), guard, train, alarm)
