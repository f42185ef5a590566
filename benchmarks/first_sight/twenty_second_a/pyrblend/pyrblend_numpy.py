import numpy as np

TAPS = np.array([1, 4, 6, 4, 1], dtype=np.float32) / np.float32(16)


def shrink(image):
    """Smoothed along both axes, every second pixel kept."""
    p = np.pad(image, ((2, 2), (0, 0)), mode="reflect")
    n = image.shape[0]
    rows = sum(TAPS[k] * p[k:k + n:2] for k in range(5))
    p = np.pad(rows, ((0, 0), (2, 2)), mode="reflect")
    n = image.shape[1]
    return sum(TAPS[k] * p[:, k:k + n:2] for k in range(5))


def grow(image):
    """Twice as many pixels along both axes: 1 6 1 on the old ones, halves between."""
    ny, nx = image.shape
    p = np.pad(image, ((1, 1), (0, 0)), mode="edge")
    rows = np.empty((2 * ny, nx), dtype=image.dtype)
    rows[0::2] = (p[:-2] + 6 * p[1:-1] + p[2:]) / 8
    rows[1::2] = (p[1:-1] + p[2:]) / 2
    p = np.pad(rows, ((0, 0), (1, 1)), mode="edge")
    out = np.empty((2 * ny, 2 * nx), dtype=image.dtype)
    out[:, 0::2] = (p[:, :-2] + 6 * p[:, 1:-1] + p[:, 2:]) / 8
    out[:, 1::2] = (p[:, 1:-1] + p[:, 2:]) / 2
    return out


def pyramid(image, levels):
    """Details of each size, the coarse rest last."""
    parts = []
    for _ in range(levels):
        small = shrink(image)
        parts.append(image - grow(small))
        image = small
    parts.append(image)
    return parts


def pyrblend(a, b, mask, levels):
    """Burt and Adelson's seam: details of two pictures mixed, each by a mask as smooth as they are."""
    one, two = pyramid(a, levels), pyramid(b, levels)
    mixed = []
    for k in range(levels + 1):
        mixed.append(mask * one[k] + (1 - mask) * two[k])
        if k < levels:
            mask = shrink(mask)
    out = mixed[levels]
    for k in range(levels - 1, -1, -1):
        out = grow(out) + mixed[k]
    return np.clip(out, 0, 1)
