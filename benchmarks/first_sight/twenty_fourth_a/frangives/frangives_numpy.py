import numpy as np


def blur(image, sigma, reach):
    """By a bell along both axes; the picture is mirrored outside."""
    bell = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    bell /= bell.sum()
    for axis in range(2):
        p = np.pad(image, reach * np.eye(2, dtype=int)[axis][:, None], mode="reflect")
        image = np.zeros_like(image)
        n, m = image.shape
        for k, w in enumerate(bell):
            image += w * (p[k:k + n] if axis == 0 else p[:, k:k + m])
    return image


def vessels(image, sigma, beta=0.5):
    """From the eigenvalues of the Hessian: bright, long and clear against the rest."""
    dy, dx = np.gradient(image)
    yy, yx = np.gradient(dy)
    xx = np.gradient(dx, axis=1)
    half, root = 0.5 * (yy + xx), np.sqrt(0.25 * (yy - xx) ** 2 + yx ** 2)
    a, b = sigma ** 2 * (half + root), sigma ** 2 * (half - root)
    swap = np.abs(a) > np.abs(b)
    small, large = np.where(swap, b, a), np.where(swap, a, b)
    strength = a ** 2 + b ** 2
    c = 0.5 * strength.max()
    blob = (small / np.where(large == 0.0, 1e-10, large)) ** 2
    v = np.exp(-blob / (2.0 * beta ** 2)) * (1.0 - np.exp(-strength / c))
    v[large > 0.0] = 0.0
    return v


def frangives(image, scales):
    best = np.zeros_like(image)
    where = np.zeros(image.shape, dtype=np.int8)
    for s in range(scales):
        sigma = 1.5 * 2 ** s
        v = vessels(blur(image, sigma, 4 * 2 ** s), sigma)
        better = v > best
        best[better] = v[better]
        where[better] = s + 1
    return best, where
