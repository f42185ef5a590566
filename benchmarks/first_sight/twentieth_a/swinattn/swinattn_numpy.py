import numpy as np


def softmax(x):
    e = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)


def places(window):
    i, j = np.divmod(np.arange(window * window), window)
    di = i[:, np.newaxis] - i[np.newaxis, :] + window - 1
    dj = j[:, np.newaxis] - j[np.newaxis, :] + window - 1
    return di * (2 * window - 1) + dj


def swinattn(x, wqkv, wout, table, window, heads):
    side, _, c = x.shape
    depth = c // heads
    shift = window // 2
    bias = table[places(window)].transpose(2, 0, 1)
    x = np.roll(x, (-shift, -shift), axis=(0, 1))
    y = np.zeros_like(x)
    scale = np.float32(1.0 / np.sqrt(depth))
    for i in range(0, side, window):
        for j in range(0, side, window):
            tile = x[i:i + window, j:j + window].reshape(window * window, c)
            q, k, v = (tile @ wqkv).reshape(window * window, 3, heads, depth).transpose(1, 2, 0, 3)
            weights = softmax(scale * q @ k.transpose(0, 2, 1) + bias)
            mixed = (weights @ v).transpose(1, 0, 2).reshape(window * window, c)
            y[i:i + window, j:j + window] = (mixed @ wout).reshape(window, window, c)
    return np.roll(y, (shift, shift), axis=(0, 1))
