import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def twiddles(n):
    w = np.empty(max(n // 2, 1), np.complex128)
    for k in range(w.size):
        a = -2.0 * np.pi * k / n
        w[k] = complex(np.cos(a), np.sin(a))
    return w


@nb.njit(error_model="numpy")
def fft(x, y, w):
    """Stockham's transform of a power of two; gives whichever of the two rows holds the result."""
    m, left = 1, x.size // 2
    while left >= 1:
        for j in range(left):
            t = w[j * m]
            for k in range(m):
                p, q = x[k + j * m], x[k + (j + left) * m]
                y[k + 2 * j * m] = p + q
                y[k + (2 * j + 1) * m] = (p - q) * t
        x, y = y, x
        m, left = 2 * m, left // 2
    return x


@nb.njit(error_model="numpy")
def smooth(x, half, out):
    n = x.size
    total, low, high = 0.0, 0, 0
    for i in range(n):
        while high < min(i + half + 1, n):
            total += x[high]
            high += 1
        while low < max(i - half, 0):
            total -= x[low]
            low += 1
        out[i] = total / (high - low)


@nb.njit(error_model="numpy")
def hilbenv(x, rate, half=12):
    channels, n = x.shape
    w = twiddles(n)
    a, b = np.empty(n, np.complex128), np.empty(n, np.complex128)
    unit = np.empty((channels, n), np.complex128)
    envelope, frequency = np.empty((channels, n)), np.empty((channels, n))
    size, phase, rise = np.empty(n), np.empty(n), np.empty(n)
    for c in range(channels):
        mean = x[c].mean()
        for i in range(n):
            a[i] = x[c, i] - mean
        s = fft(a, b, w)
        for i in range(n):
            gain = 1.0 if i == 0 or i == n // 2 else (2.0 if i < n // 2 else 0.0)
            a[i] = np.conj(s[i]) * gain
        s = fft(a, b, w)
        turns = 0.0
        for i in range(n):
            z = np.conj(s[i]) / n
            size[i] = np.sqrt(z.real * z.real + z.imag * z.imag)
            unit[c, i] = z / size[i]
            angle = np.arctan2(z.imag, z.real)
            if i > 0:
                step = angle + turns - phase[i - 1]
                if step > np.pi:
                    turns -= 2.0 * np.pi
                elif step < -np.pi:
                    turns += 2.0 * np.pi
            phase[i] = angle + turns
        for i in range(n):
            low, high = max(i - 1, 0), min(i + 1, n - 1)
            rise[i] = (phase[high] - phase[low]) / (high - low) * rate / (2.0 * np.pi)
        smooth(size, half, envelope[c])
        smooth(rise, half, frequency[c])
    locking = np.abs(np.dot(unit, np.conj(unit).T)) / n
    return envelope, frequency, locking
