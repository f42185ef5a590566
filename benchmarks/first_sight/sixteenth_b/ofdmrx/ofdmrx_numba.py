import numba as nb
import numpy as np


@nb.njit
def transform(re, im, twr, twi, rev):
    """In place, sizes that are powers of two, decimation in time."""
    n = re.size
    for i in range(n):
        k = rev[i]
        if k > i:
            re[i], re[k] = re[k], re[i]
            im[i], im[k] = im[k], im[i]
    half = 1
    while half < n:
        step = n // (2 * half)
        for first in range(0, n, 2 * half):
            for k in range(half):
                c, s = twr[k * step], twi[k * step]
                xr, xi = re[first + half + k], im[first + half + k]
                tr, ti = c * xr - s * xi, c * xi + s * xr
                re[first + half + k], im[first + half + k] = re[first + k] - tr, im[first + k] - ti
                re[first + k] += tr
                im[first + k] += ti
        half *= 2


@nb.njit
def reversed_bits(n):
    rev = np.zeros(n, np.int64)
    for i in range(1, n):
        rev[i] = rev[i >> 1] >> 1 | (n >> 1 if i & 1 else 0)
    return rev


@nb.njit
def receive(received, known, pilots, prefix):
    symbols, length = received.shape
    size = length - prefix
    both = 0j
    for s in range(symbols):
        for k in range(prefix):
            both += np.conj(received[s, k]) * received[s, size + k]
    turn = np.angle(both) / size
    angle = -2.0 * np.pi * np.arange(size // 2) / size
    twr, twi, rev = np.cos(angle), np.sin(angle), reversed_bits(size)
    rows = np.cos(turn * np.arange(length)) - 1j * np.sin(turn * np.arange(length))
    re, im = np.empty(size), np.empty(size)
    channel, inverse = np.empty(size, np.complex128), np.empty(size, np.complex128)
    level = np.empty((symbols - 1, size), np.complex128)
    codes = np.empty((symbols - 1, size), np.int64)
    error = np.empty(symbols - 1)
    for s in range(symbols):
        start = np.exp(-1j * turn * (s * length))
        for k in range(size):
            value = received[s, prefix + k] * (start * rows[prefix + k])
            re[k], im[k] = value.real, value.imag
        transform(re, im, twr, twi, rev)
        if s == 0:
            for k in range(size):
                total = 0j
                for d in range(-2, 3):
                    q = min(max(k + d, 0), size - 1)
                    total += (re[q] + 1j * im[q]) / known[q]
                channel[k] = total / 5.0
                inverse[k] = 1.0 / channel[k]
            continue
        row = level[s - 1]
        for k in range(size):
            row[k] = (re[k] + 1j * im[k]) * inverse[k]
        common = 0j
        for p in pilots:
            common += row[p] * np.conj(known[p])
        back = np.conj(common) / np.abs(common)
        total = 0.0
        for k in range(size):
            value = row[k] * back
            row[k] = value
            i = min(max(np.rint((value.real + 3.0) / 2.0), 0.0), 3.0)
            q = min(max(np.rint((value.imag + 3.0) / 2.0), 0.0), 3.0)
            codes[s - 1, k] = 4 * np.int64(i) + np.int64(q)
            total += (value.real - (2.0 * i - 3.0)) ** 2 + (value.imag - (2.0 * q - 3.0)) ** 2
        error[s - 1] = np.sqrt(total / size)
    return turn, channel, level, codes, error
