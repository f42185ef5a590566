import numba as nb
import numpy as np


@nb.njit
def finish(out, a, b, c, matrix):
    for k in range(3):
        total = (matrix[k, 0] * a + matrix[k, 1] * b + matrix[k, 2] * c + np.int32(128)) >> 8
        out[k] = min(max(total, 0), 4095)


@nb.njit
def develop(raw, matrix):
    h, w = raw.shape
    p = np.empty((h + 2, w + 2), np.int32)
    for i in range(h):
        for j in range(w):
            p[i + 1, j + 1] = raw[i, j]
        p[i + 1, 0] = raw[i, 1]
        p[i + 1, w + 1] = raw[i, w - 2]
    p[0] = p[2]
    p[h + 1] = p[h - 1]
    out = np.empty((h, w, 3), np.uint16)
    for i in range(1, h + 1):
        up, here, down = p[i - 1], p[i], p[i + 1]
        red_row = i % 2 == 1
        for j in range(1 if red_row else 2, w + 1, 2):
            cross = (here[j - 1] + here[j + 1] + up[j] + down[j] + 2) >> 2
            corners = (up[j - 1] + up[j + 1] + down[j - 1] + down[j + 1] + 2) >> 2
            if red_row:
                finish(out[i - 1, j - 1], here[j], cross, corners, matrix)
            else:
                finish(out[i - 1, j - 1], corners, cross, here[j], matrix)
        for j in range(2 if red_row else 1, w + 1, 2):
            across, along = (here[j - 1] + here[j + 1] + 1) >> 1, (up[j] + down[j] + 1) >> 1
            if red_row:
                finish(out[i - 1, j - 1], across, here[j], along, matrix)
            else:
                finish(out[i - 1, j - 1], along, here[j], across, matrix)
    return out
