import numpy as np


def pooled(x, gradient, k=3, stride=2):
    n, c, h, w = x.shape
    rows, cols = (h - k) // stride + 1, (w - k) // stride + 1
    out = np.empty((n, c, rows, cols), dtype=x.dtype)
    dx = np.zeros_like(x)
    image, channel = np.arange(n)[:, None], np.arange(c)[None, :]
    for i in range(rows):
        for j in range(cols):
            top, left = i * stride, j * stride
            window = x[:, :, top:top + k, left:left + k].reshape(n, c, k * k)
            place = np.argmax(window, axis=2)
            out[:, :, i, j] = window.max(axis=2)
            dx[image, channel, top + place // k, left + place % k] += gradient[:, :, i, j]
    return out, dx
