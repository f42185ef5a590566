import numba as nb
import numpy as np


@nb.njit
def distances(picture):
    h, w = picture.shape
    far = np.empty((h, w), np.int32)
    row = np.full(w + 2, 30004, np.int32)
    for i in range(h):
        if i > 0:
            for j in range(w):
                row[j + 1] = far[i - 1, j]
        for j in range(w):
            a = min(row[j], row[j + 2]) + np.int32(4)
            b = min(np.int32(0) if picture[i, j] else np.int32(30000), row[j + 1] + np.int32(3))
            far[i, j] = min(a, b)
        before = np.int32(30000)
        for j in range(w):
            before = min(far[i, j], before + np.int32(3))
            far[i, j] = before
    row[:] = 30004
    most, near = np.int32(0), 0
    for i in range(h - 1, -1, -1):
        if i < h - 1:
            for j in range(w):
                row[j + 1] = far[i + 1, j]
        for j in range(w):
            far[i, j] = min(far[i, j], min(min(row[j], row[j + 2]) + np.int32(4), row[j + 1] + np.int32(3)))
        before = np.int32(30000)
        for j in range(w - 1, -1, -1):
            before = min(far[i, j], before + np.int32(3))
            far[i, j] = before
            most = max(most, before)
            near += before <= 9
    return far, most, near
