import numpy as np


def slices(shadows, angles):
    count, n = shadows.shape
    size = 2 * n
    taps = np.zeros(size)
    taps[0] = 0.25
    odd = np.arange(1, n, 2)
    taps[odd] = -1.0 / (np.pi * odd) ** 2
    taps[size - odd] = -1.0 / (np.pi * odd) ** 2
    ramp = 2.0 * np.real(np.fft.fft(taps))
    ramp *= 0.54 + 0.46 * np.cos(2.0 * np.pi * np.fft.fftfreq(size))
    padded = np.pad(shadows, ((0, 0), (0, size - n)))
    filtered = np.real(np.fft.ifft(np.fft.fft(padded, axis=1) * ramp, axis=1))[:, :n]
    middle = (n - 1) / 2.0
    y, x = np.mgrid[:n, :n] - middle
    image = np.zeros((n, n))
    for a in range(count):
        t = x * np.cos(angles[a]) + y * np.sin(angles[a]) + middle
        left = np.floor(t).astype(np.int64)
        part = t - left
        inside = (left >= 0) & (left < n - 1)
        left = np.clip(left, 0, n - 2)
        image += np.where(inside, (1.0 - part) * filtered[a, left] + part * filtered[a, left + 1], 0.0)
    image *= np.pi / (2.0 * count)
    image[x**2 + y**2 > middle**2] = 0.0
    return image, image.sum()
