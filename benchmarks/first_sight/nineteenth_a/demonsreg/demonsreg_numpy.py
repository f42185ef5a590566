import numpy as np


def smooth(f):
    """Weights 1 4 6 4 1 along both axes, the border repeated."""
    for axis in (0, 1):
        width = [(0, 0), (0, 0)]
        width[axis] = (2, 2)
        p = np.moveaxis(np.pad(f, width, mode="edge"), axis, 0)
        f = np.moveaxis((p[:-4] + 4.0 * p[1:-3] + 6.0 * p[2:-2] + 4.0 * p[3:-1] + p[4:]) / 16.0, 0, axis)
    return f


def warp(image, dy, dx):
    h, w = image.shape
    y = np.clip(np.arange(h)[:, None] + dy, 0.0, h - 1.001)
    x = np.clip(np.arange(w)[None, :] + dx, 0.0, w - 1.001)
    i, j = y.astype(int), x.astype(int)
    a, b = y - i, x - j
    return ((1.0 - a) * ((1.0 - b) * image[i, j] + b * image[i, j + 1])
            + a * ((1.0 - b) * image[i + 1, j] + b * image[i + 1, j + 1]))


def register(fixed, moving, turns):
    dy, dx = np.zeros_like(fixed), np.zeros_like(fixed)
    gy, gx = np.gradient(fixed)
    history = []
    for _ in range(turns):
        warped = warp(moving, dy, dx)
        gap = warped - fixed
        below = gy**2 + gx**2 + gap**2
        step = np.where(below > 1e-9, gap / np.maximum(below, 1e-9), 0.0)
        dy = smooth(dy - step * gy)
        dx = smooth(dx - step * gx)
        history.append(np.mean(gap**2))
    jacobian = (1.0 + np.gradient(dy, axis=0)) * (1.0 + np.gradient(dx, axis=1)) - np.gradient(dy, axis=1) * np.gradient(dx, axis=0)
    return dy, dx, np.array(history), np.min(jacobian)
