import numpy as np


def tiles(frame, size, step):
    rows = (frame.shape[0] - size) // step + 1
    cols = (frame.shape[1] - size) // step + 1
    out = np.empty((rows, cols, size, size))
    for i in range(rows):
        for j in range(cols):
            out[i, j] = frame[i * step:i * step + size, j * step:j * step + size]
    return out - out.mean(axis=(2, 3), keepdims=True)


def between(left, middle, right):
    """Where a bell through three heights has its top."""
    a, b, c = np.log(np.maximum(np.stack((left, middle, right)), 1e-6))
    below = a - 2.0 * b + c
    return np.where(below < -1e-9, 0.5 * (a - c) / np.where(below < -1e-9, below, 1.0), 0.0)


def unlike(field):
    """How far each inner vector is from the median of its eight neighbours, after Westerweel and Scarano."""
    h, w = field.shape
    around = np.stack([field[1 + i:h - 1 + i, 1 + j:w - 1 + j] for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j])
    middle = np.median(around, axis=0)
    return np.abs(field[1:-1, 1:-1] - middle) / (np.median(np.abs(around - middle), axis=0) + 0.1), middle


def pivtiles(first, second, size, step):
    """How particles move between two pictures: tiles correlated through Fourier space, tops found between pixels."""
    a, b = tiles(first, size, step), tiles(second, size, step)
    spectrum = np.conj(np.fft.rfft2(a)) * np.fft.rfft2(b)
    height = np.fft.irfft2(spectrum, s=(size, size))
    rows, cols = height.shape[:2]
    top = np.argmax(height.reshape(rows, cols, -1), axis=2)
    y, x = top // size, top % size
    i, j = np.ogrid[:rows, :cols]
    middle = height[i, j, y, x]
    v = y + between(height[i, j, (y - 1) % size, x], middle, height[i, j, (y + 1) % size, x])
    u = x + between(height[i, j, y, (x - 1) % size], middle, height[i, j, y, (x + 1) % size])
    v = np.where(v > size / 2, v - size, v)
    u = np.where(u > size / 2, u - size, u)
    (du, mu), (dv, mv) = unlike(u), unlike(v)
    bad = np.hypot(du, dv) > 2.0
    u[1:-1, 1:-1][bad] = mu[bad]
    v[1:-1, 1:-1][bad] = mv[bad]
    curl = np.gradient(v, step, axis=1) - np.gradient(u, step, axis=0)
    return u, v, curl, np.count_nonzero(bad)
