import numpy as np


def coarse(image, table, order, quality):
    """Levels of each block along the diagonals, the place of the last one that is not zero."""
    h, w = image.shape
    k = np.arange(8)
    D = np.sqrt(0.25) * np.cos(np.pi * k[:, None] * (2 * k[None, :] + 1) / 16)
    D[0] = np.sqrt(0.125)
    scale = 50.0 / quality if quality < 50 else 2.0 - quality / 50.0
    steps = np.clip(np.floor(table * scale + 0.5), 1, 255)
    blocks = image.reshape(h // 8, 8, w // 8, 8).swapaxes(1, 2) - 128.0
    waves = D @ blocks @ D.T
    levels = np.rint(waves / steps).astype(np.int32)
    lines = levels.reshape(h // 8, w // 8, 64)[:, :, order]
    some = lines != 0
    lasts = np.where(some.any(axis=2), 63 - np.argmax(some[:, :, ::-1], axis=2), -1)
    pixels = D.T @ (levels * steps) @ D + 128.0
    back = np.clip(pixels.swapaxes(1, 2).reshape(h, w), 0.0, 255.0)
    error = np.mean((back - image) ** 2)
    return back, lines, lasts, 10.0 * np.log10(255.0**2 / error)
