import numpy as np


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def scaled(x, eps=np.float32(1e-6)):
    """To a root mean square of one over the channels."""
    return x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)


def dilres(x, wpast, wnow, bias, wout):
    c = x.shape[2]
    skip = np.zeros_like(x)
    dilation = 1
    for past, now, b, w in zip(wpast, wnow, bias, wout):
        y = scaled(x)
        before = np.zeros_like(y)
        before[:, dilation:] = y[:, :-dilation]
        y = before @ past + y @ now + b
        y = np.tanh(y[:, :, :c]) * sigmoid(y[:, :, c:])
        y = y @ w
        x = x + y
        skip += y
        dilation *= 2
    return x, np.maximum(skip, 0)
