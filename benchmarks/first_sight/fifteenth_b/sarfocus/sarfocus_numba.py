import numba as nb
import numpy as np


@nb.njit
def focus(echoes, track, first, step, k, xs, ys):
    image = np.zeros((ys.shape[0], xs.shape[0]), dtype=np.complex128)
    for p in range(track.shape[0]):
        for i in range(ys.shape[0]):
            for j in range(xs.shape[0]):
                r = np.sqrt((xs[j] - track[p, 0])**2 + (ys[i] - track[p, 1])**2 + track[p, 2]**2)
                at = (r - first) / step
                left = int(np.floor(at))
                if left >= 0 and left < echoes.shape[1] - 1:
                    part = at - left
                    value = (1.0 - part) * echoes[p, left] + part * echoes[p, left + 1]
                    image[i, j] += value * complex(np.cos(2.0 * k * r), np.sin(2.0 * k * r))
    return np.abs(image) / track.shape[0]
