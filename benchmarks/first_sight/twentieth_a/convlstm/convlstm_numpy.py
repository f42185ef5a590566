import numpy as np


def sigmoid(x):
    return 1.0 / (1.0 + np.exp(-x))


def conv2d(x, w):
    side = x.shape[0]
    padded = np.pad(x, ((1, 1), (1, 1), (0, 0)))
    out = np.zeros((side, side, w.shape[3]), dtype=x.dtype)
    for i in range(side):
        for j in range(side):
            out[i, j] = np.sum(padded[i:i + 3, j:j + 3, :, np.newaxis] * w, axis=(0, 1, 2))
    return out


def convlstm(x, wx, wh, bias, peep, h, s):
    n = h.shape[2]
    for t in range(x.shape[0]):
        gates = conv2d(x[t], wx) + conv2d(h, wh) + bias
        i = sigmoid(gates[:, :, :n] + peep[0] * s)
        f = sigmoid(gates[:, :, n:2 * n] + peep[1] * s)
        s[:] = f * s + i * np.tanh(gates[:, :, 2 * n:3 * n])
        h[:] = sigmoid(gates[:, :, 3 * n:] + peep[2] * s) * np.tanh(s)
