"""Images."""

import numpy as np


def sobel(image):
    """Gradient magnitude and a mask of edges, binary32. image (n, m)."""
    gx = (image[:-2, 2:] + 2.0 * image[1:-1, 2:] + image[2:, 2:]) - (image[:-2, :-2] + 2.0 * image[1:-1, :-2] + image[2:, :-2])
    gy = (image[2:, :-2] + 2.0 * image[2:, 1:-1] + image[2:, 2:]) - (image[:-2, :-2] + 2.0 * image[:-2, 1:-1] + image[:-2, 2:])
    magnitude = np.sqrt(gx * gx + gy * gy)
    return magnitude, magnitude > magnitude.mean()


def inputs_sobel(seed, size=None):
    n = size or 16
    return (np.random.default_rng(seed).random((n, n)).astype(np.float32),)


def bilateral(image, radius, near, alike):
    """Bilateral filter (Tomasi & Manduchi 1998), shift by shift. image (n, m)."""
    n, m = image.shape
    padded = np.zeros((n + 2 * radius, m + 2 * radius))
    padded[radius:radius + n, radius:radius + m] = image
    total = np.zeros((n, m))
    weights = np.zeros((n, m))
    for i in range(2 * radius + 1):
        for j in range(2 * radius + 1):
            other = padded[i:i + n, j:j + m]
            w = np.exp(-((i - radius) ** 2 + (j - radius) ** 2) / (2.0 * near * near) - (other - image) ** 2 / (2.0 * alike * alike))
            total += w * other
            weights += w
    return total / weights


def inputs_bilateral(seed, size=None):
    n = size or 10
    return np.random.default_rng(seed).random((n, n)), 2, 1.5, 0.2


def equalise(image):
    """Histogram equalisation. image (n, m) uint8."""
    counts = np.zeros(256, dtype=np.int64)
    np.add.at(counts, image.ravel(), 1)
    cumulative = np.cumsum(counts)
    low = cumulative[np.argmax(cumulative > 0)]
    table = np.round((cumulative - low) / (image.size - low) * 255.0).astype(np.uint8)
    return table[image]


def inputs_equalise(seed, size=None):
    n = size or 16
    return (np.clip(np.random.default_rng(seed).normal(100.0, 20.0, (n, n)), 0, 255).astype(np.uint8),)


def otsu(image):
    """Otsu's grey level (1979) that separates two classes best, and the mask above it. image (n, m) uint8."""
    p = np.bincount(image.ravel(), minlength=256) / image.size
    omega = np.cumsum(p)
    mu = np.cumsum(p * np.arange(256))
    between = (mu[-1] * omega - mu) ** 2 / (omega * (1.0 - omega) + 1e-12)
    level = np.argmax(between)
    return level, image > level


def inputs_otsu(seed, size=None):
    n = size or 16
    rng = np.random.default_rng(seed)
    return (np.clip(rng.normal(80.0, 20.0, (n, n)) + 90.0 * (rng.random((n, n)) < 0.4), 0, 255).astype(np.uint8),)


def opening(image, radius):
    """Erosion, then dilation, by squares of 2 radius + 1. image (n, m) uint8."""
    eroded = image.copy()
    for k in range(radius):
        eroded[1:-1] = np.minimum(np.minimum(eroded[:-2], eroded[1:-1]), eroded[2:])
        eroded[:, 1:-1] = np.minimum(np.minimum(eroded[:, :-2], eroded[:, 1:-1]), eroded[:, 2:])
    for k in range(radius):
        eroded[1:-1] = np.maximum(np.maximum(eroded[:-2], eroded[1:-1]), eroded[2:])
        eroded[:, 1:-1] = np.maximum(np.maximum(eroded[:, :-2], eroded[:, 1:-1]), eroded[:, 2:])
    return eroded


def inputs_opening(seed, size=None):
    n = size or 16
    return np.random.default_rng(seed).integers(0, 256, (n, n), dtype=np.uint8), 3


def box_variance(image, r):
    """Local mean and variance in squares of 2 r + 1 by integral images. image (n, m)."""
    n, m = image.shape
    s = np.zeros((n + 1, m + 1))
    q = np.zeros((n + 1, m + 1))
    s[1:, 1:] = np.cumsum(np.cumsum(image, axis=0), axis=1)
    q[1:, 1:] = np.cumsum(np.cumsum(image * image, axis=0), axis=1)
    w = 2 * r + 1
    area = float(w * w)
    mean = (s[w:, w:] - s[:-w, w:] - s[w:, :-w] + s[:-w, :-w]) / area
    square = (q[w:, w:] - q[:-w, w:] - q[w:, :-w] + q[:-w, :-w]) / area
    return mean, np.maximum(square - mean * mean, 0.0)


def inputs_box_variance(seed, size=None):
    n = size or 20
    return np.random.default_rng(seed).random((n, n)), 3


def dither(image):
    """Error diffusion of Floyd and Steinberg (1976), pixel by pixel, in place. image (n, m) of 0 to 1."""
    n, m = image.shape
    for i in range(n - 1):
        for j in range(1, m - 1):
            old = image[i, j]
            new = 1.0 if old > 0.5 else 0.0
            image[i, j] = new
            error = old - new
            image[i, j + 1] += error * 7.0 / 16.0
            image[i + 1, j - 1] += error * 3.0 / 16.0
            image[i + 1, j] += error * 5.0 / 16.0
            image[i + 1, j + 1] += error / 16.0


def inputs_dither(seed, size=None):
    n = size or 10
    return (np.random.default_rng(seed).random((n, n)),)


def turned(image, angle):
    """Rotation about the middle with bilinear interpolation; outside is 0. image (n, m)."""
    n, m = image.shape
    y = np.arange(n)[:, None] - 0.5 * (n - 1)
    x = np.arange(m)[None, :] - 0.5 * (m - 1)
    v = np.cos(angle) * y - np.sin(angle) * x + 0.5 * (n - 1)
    u = np.sin(angle) * y + np.cos(angle) * x + 0.5 * (m - 1)
    inside = (v >= 0.0) & (v < n - 1) & (u >= 0.0) & (u < m - 1)
    i = np.where(inside, v, 0.0).astype(np.int64)
    j = np.where(inside, u, 0.0).astype(np.int64)
    a, b = v - i, u - j
    top = (1.0 - b) * image[i, j] + b * image[i, j + 1]
    bottom = (1.0 - b) * image[i + 1, j] + b * image[i + 1, j + 1]
    return np.where(inside, (1.0 - a) * top + a * bottom, 0.0)


def inputs_turned(seed, size=None):
    n = size or 12
    return np.random.default_rng(seed).random((n, n)), 0.4
