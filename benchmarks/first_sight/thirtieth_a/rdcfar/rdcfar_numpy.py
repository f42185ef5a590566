import numpy as np


def boxes(power, half):
    """Sums over squares of 2 half + 1 cells around each cell, those outside left out, and how many cells they have."""
    n, m = power.shape
    sums = np.zeros((n + 1, m + 1))
    sums[1:, 1:] = np.cumsum(np.cumsum(power, axis=0, dtype=np.float64), axis=1)
    i, j = np.arange(n), np.arange(m)
    top, low = np.maximum(i - half, 0)[:, None], np.minimum(i + half + 1, n)[:, None]
    left, right = np.maximum(j - half, 0), np.minimum(j + half + 1, m)
    return sums[low, right] - sums[top, right] - sums[low, left] + sums[top, left], (low - top) * (right - left)


def rdcfar(echoes, chirp, guard=2, train=6, alarm=1e-5):
    """Power over speed and range, and what stands out of its neighbourhood (CA-CFAR): a mask, and the strongest's place."""
    pulses, samples = echoes.shape
    reference = np.conj(np.fft.fft(chirp, samples))
    pressed = np.fft.ifft(np.fft.fft(echoes, axis=1) * reference, axis=1)
    taper = np.hanning(pulses).astype(np.float32)
    doppler = np.fft.fftshift(np.fft.fft(pressed * taper[:, None], axis=0), axes=0)
    power = doppler.real ** 2 + doppler.imag ** 2
    wide, many = boxes(power, guard + train)
    near, few = boxes(power, guard)
    cells = many - few
    threshold = (alarm ** (-1.0 / cells) - 1.0) * (wide - near)
    found = power > threshold
    peak = np.unravel_index(np.argmax(np.where(found, power, 0.0)), power.shape)
    return power, found, found.sum(axis=1), peak[0], peak[1]
