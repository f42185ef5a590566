import numpy as np


def sigmoid(a):
    return 1.0 / (1.0 + np.exp(-a))


def forward(x, gain, w1, w3, w2, eps=1e-5):
    r = 1.0 / np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + eps)
    unit = x * r
    y = unit * gain
    a, b = y @ w1, y @ w3
    gate = sigmoid(a)
    h = a * gate * b
    return x + h @ w2, (r, unit, y, a, b, gate, h)


def backward(grad, kept, gain, w1, w3, w2):
    """What the loss does along the input and all weights, given what it does along the output."""
    r, unit, y, a, b, gate, h = kept
    dw2 = h.T @ grad
    dh = grad @ w2.T
    da = dh * b * gate * (1.0 + a * (1.0 - gate))
    db = dh * a * gate
    dw1, dw3 = y.T @ da, y.T @ db
    dy = da @ w1.T + db @ w3.T
    dgain = np.sum(dy * unit, axis=0)
    du = dy * gain
    dx = grad + r * (du - unit * np.mean(du * unit, axis=-1, keepdims=True))
    return dx, dgain, dw1, dw3, dw2


def swigluback(x, target, gain, w1, w3, w2, rate, steps):
    """Weights go down the slope of the mean square, in place; losses and the last slope along the input."""
    losses = np.zeros(steps, dtype=np.float32)
    dx = np.zeros_like(x)
    for s in range(steps):
        out, kept = forward(x, gain, w1, w3, w2)
        off = out - target
        losses[s] = np.mean(off ** 2)
        dx, dgain, dw1, dw3, dw2 = backward(2.0 * off / x.shape[1], kept, gain, w1, w3, w2)
        step = rate / np.float32(x.shape[0])
        gain -= step * dgain
        w1 -= step * dw1
        w3 -= step * dw3
        w2 -= step * dw2
    return losses, dx
