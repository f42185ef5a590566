import numpy as np


def convolve(x, weights):
    n, depth, height, width, _ = x.shape
    k = weights.shape[0]
    y = np.empty((n, depth - k + 1, height - k + 1, width - k + 1, weights.shape[4]), dtype=np.float32)
    for d in range(y.shape[1]):
        for i in range(y.shape[2]):
            for j in range(y.shape[3]):
                window = x[:, d:d + k, i:i + k, j:j + k, :, np.newaxis]
                y[:, d, i, j] = np.sum(window * weights, axis=(1, 2, 3, 4))
    return y


def pool(x):
    n, depth, height, width, c = x.shape
    y = np.empty((n, depth // 2, height // 2, width // 2, c), dtype=x.dtype)
    for d in range(depth // 2):
        for i in range(height // 2):
            for j in range(width // 2):
                y[:, d, i, j] = np.max(x[:, 2 * d:2 * d + 2, 2 * i:2 * i + 2, 2 * j:2 * j + 2], axis=(1, 2, 3))
    return y


def conv3pool(x, weights, bias):
    return pool(np.maximum(convolve(x, weights) + bias, 0))
