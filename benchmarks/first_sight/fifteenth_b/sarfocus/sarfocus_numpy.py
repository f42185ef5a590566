import numpy as np


def focus(echoes, track, first, step, k, xs, ys):
    image = np.zeros((ys.shape[0], xs.shape[0]), dtype=np.complex128)
    for p in range(track.shape[0]):
        r = np.sqrt((xs[None, :] - track[p, 0])**2 + (ys[:, None] - track[p, 1])**2 + track[p, 2]**2)
        at = (r - first) / step
        left = np.floor(at).astype(np.int64)
        part = at - left
        inside = (left >= 0) & (left < echoes.shape[1] - 1)
        left = np.where(inside, left, 0)
        value = (1.0 - part) * echoes[p, left] + part * echoes[p, left + 1]
        image += np.where(inside, value * np.exp(2j * k * r), 0.0)
    return np.abs(image) / track.shape[0]
