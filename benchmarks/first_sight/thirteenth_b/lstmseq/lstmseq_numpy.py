import numpy as np


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def cell(x, h, c, wx, wh, bias, forget=1.0):
    hidden = h.shape[1]
    z = x @ wx + h @ wh + bias
    i = sigmoid(z[:, :hidden])
    f = sigmoid(z[:, hidden:2 * hidden] + forget)
    g = np.tanh(z[:, 2 * hidden:3 * hidden])
    o = sigmoid(z[:, 3 * hidden:])
    c = f * c + i * g
    return o * np.tanh(c), c


def lstm(x, wx, wh, bias, h, c):
    T, n, _ = x.shape
    out = np.empty((T, n, h.shape[1]), dtype=x.dtype)
    for t in range(T):
        h, c = cell(x[t], h, c, wx, wh, bias)
        out[t] = h
    return out, c
