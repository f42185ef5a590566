import numpy as np


def distances(picture):
    """Three for a step along an axis, four for one across."""
    h, w = picture.shape
    far = np.zeros((h, w), dtype=np.int32)
    for i in range(h):
        for j in range(w):
            d = 0 if picture[i, j] else 30000
            if j > 0:
                d = min(d, far[i, j - 1] + 3)
            if i > 0:
                d = min(d, far[i - 1, j] + 3)
                if j > 0:
                    d = min(d, far[i - 1, j - 1] + 4)
                if j < w - 1:
                    d = min(d, far[i - 1, j + 1] + 4)
            far[i, j] = d
    most = 0
    near = 0
    for i in range(h - 1, -1, -1):
        for j in range(w - 1, -1, -1):
            d = far[i, j]
            if j < w - 1:
                d = min(d, far[i, j + 1] + 3)
            if i < h - 1:
                d = min(d, far[i + 1, j] + 3)
                if j > 0:
                    d = min(d, far[i + 1, j - 1] + 4)
                if j < w - 1:
                    d = min(d, far[i + 1, j + 1] + 4)
            far[i, j] = d
            most = max(most, d)
            if d <= 9:
                near += 1
    return far, most, near
