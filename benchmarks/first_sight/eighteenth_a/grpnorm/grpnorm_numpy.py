import numpy as np


def swish(x):
    return x / (1.0 + np.exp(-x))


def block(x, gamma, beta, w1, w2, groups):
    n, h, w, c = x.shape
    g = x.reshape(n, h * w, groups, c // groups)
    mean = np.mean(g, axis=(1, 3), keepdims=True)
    var = np.var(g, axis=(1, 3), keepdims=True)
    y = ((g - mean) / np.sqrt(var + 1e-5)).reshape(x.shape) * gamma + beta
    y = swish(y)
    squeezed = np.maximum(np.mean(y, axis=(1, 2)) @ w1, 0.0)
    gate = 1.0 / (1.0 + np.exp(-(squeezed @ w2)))
    x += y * gate[:, np.newaxis, np.newaxis, :]
