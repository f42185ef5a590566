"""Learning from data."""

import numpy as np


def perceptron(x, y, w1, b1, w2, b2, rate, epochs):
    """Gradient descent for a network with one hidden layer of tanh, binary32. x (n, d), y (n, 1); weights change in place."""
    n = np.float32(x.shape[0])
    for e in range(epochs):
        h = np.tanh(x @ w1 + b1)
        residual = (h @ w2 + b2 - y) / n
        back = (residual @ w2.T) * (1.0 - h * h)
        w2 -= rate * (h.T @ residual)
        b2 -= rate * residual.sum(axis=0)
        w1 -= rate * (x.T @ back)
        b1 -= rate * back.sum(axis=0)
    return np.sum(residual * residual)


def inputs_perceptron(seed, size=None):
    n = size or 16
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, 8))
    y = np.sin(x.sum(axis=1, keepdims=True))
    arrays = x, y, 0.3 * rng.normal(size=(8, 32)), np.zeros(32), 0.3 * rng.normal(size=(32, 1)), np.zeros(1)
    return (*(a.astype(np.float32) for a in arrays), np.float32(0.1), 8)


def k_means(x, centres, steps):
    """Lloyd's algorithm. x (n, d), centres (k, d); the centres move in place."""
    label = np.zeros(x.shape[0], dtype=np.int64)
    for s in range(steps):
        distance = ((x[:, None, :] - centres[None, :, :]) ** 2).sum(axis=2)
        label = np.argmin(distance, axis=1)
        for k in range(centres.shape[0]):
            mine = label == k
            count = np.sum(mine)
            if count > 0:
                centres[k] = np.sum(np.where(mine[:, None], x, 0.0), axis=0) / count
    return label


def inputs_k_means(seed, size=None):
    n = size or 30
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, 4)) + 3.0 * rng.integers(0, 3, (n, 1))
    return x, x[:5].copy(), 5


def logistic_regression(x, y, ridge, steps):
    """Gradient descent with Nesterov's momentum for regularised logistic regression. x (n, d), y (n,) 0 or 1."""
    n, d = x.shape
    w = np.zeros(d)
    ahead = np.zeros(d)
    for k in range(steps):
        p = 1.0 / (1.0 + np.exp(-(x @ ahead)))
        new = ahead - 0.5 * (x.T @ (p - y) / n + ridge * ahead)
        ahead = new + k / (k + 3.0) * (new - w)
        w = new
    return w, -np.mean(y * np.log(p + 1e-12) + (1.0 - y) * np.log(1.0 - p + 1e-12))


def inputs_logistic_regression(seed, size=None):
    n = size or 30
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, 10))
    return x, (x @ rng.normal(size=10) + rng.normal(size=n) > 0.0).astype(float), 1e-3, 20


def mixture(x, mean, variance, weight, steps):
    """Expectation and maximisation for Gaussians with diagonal variance. x (n, d), mean and variance (k, d), weight (k,)."""
    for s in range(steps):
        d = x[:, None, :] - mean[None, :, :]
        logp = np.log(weight) - 0.5 * np.sum(d * d / variance + np.log(2.0 * np.pi * variance), axis=2)
        top = logp.max(axis=1, keepdims=True)
        likelihood = top + np.log(np.exp(logp - top).sum(axis=1, keepdims=True))
        r = np.exp(logp - likelihood)
        total = r.sum(axis=0)
        mean = r.T @ x / total[:, None]
        variance = r.T @ (x * x) / total[:, None] - mean * mean + 1e-6
        weight = total / x.shape[0]
    return mean, variance, weight, likelihood.sum()


def inputs_mixture(seed, size=None):
    n = size or 30
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, 3)) + 4.0 * rng.integers(0, 3, (n, 1))
    return x, x[:4].copy() + 0.1, np.ones((4, 3)), np.full(4, 0.25), 5


def layer(image, kernel, bias):
    """Convolution, bias, rectifier and 2 x 2 maximum, binary32. image (h, w, c), kernel (3, 3, c, f), bias (f,)."""
    h, w = image.shape[0] - 2, image.shape[1] - 2
    out = np.zeros((h, w, kernel.shape[3]), dtype=np.float32)
    for i in range(3):
        for j in range(3):
            out += np.tensordot(image[i:i + h, j:j + w], kernel[i, j], axes=1)
    out = np.maximum(out + bias, np.float32(0.0))
    rows = np.maximum(out[0::2], out[1::2])
    return np.maximum(rows[:, 0::2], rows[:, 1::2])


def inputs_layer(seed, size=None):
    n = size or 6
    rng = np.random.default_rng(seed)
    arrays = rng.normal(size=(2 * n + 2, 2 * n + 2, 4)), rng.normal(size=(3, 3, 4, 8)), rng.normal(size=8)
    return tuple(a.astype(np.float32) for a in arrays)


def sigmoid(x):
    return 1.0 / (1.0 + np.exp(-x))


def gated_unit(x, h, wz, wr, wh):
    """Gated recurrent unit (Cho et al. 2014) over a sequence. x (steps, batch, d), h (batch, m), weights (d + m, m)."""
    out = np.zeros((x.shape[0], h.shape[0], h.shape[1]))
    for t in range(x.shape[0]):
        both = np.concatenate([x[t], h], axis=1)
        z = sigmoid(both @ wz)
        r = sigmoid(both @ wr)
        candidate = np.tanh(np.concatenate([x[t], r * h], axis=1) @ wh)
        h = (1.0 - z) * h + z * candidate
        out[t] = h
    return out


def inputs_gated_unit(seed, size=None):
    n = size or 5
    rng = np.random.default_rng(seed)
    w = rng.normal(size=(3, 8 + n, n)) / np.sqrt(n)
    return rng.normal(size=(6, 4, 8)), np.zeros((4, n)), w[0], w[1], w[2]


def kernel_ridge(x, y, width, ridge, steps):
    """Weights of kernel ridge regression by conjugate gradients on the Gaussian kernel matrix. x (n, d), y (n,)."""
    square = (x * x).sum(axis=1)
    k = np.exp(-(square[:, None] + square[None, :] - 2.0 * x @ x.T) / (2.0 * width * width)) + ridge * np.eye(x.shape[0])
    w = np.zeros_like(y)
    r = y.copy()
    p = y.copy()
    rr = r @ r
    for s in range(steps):
        q = k @ p
        a = rr / (p @ q)
        w += a * p
        r -= a * q
        new = r @ r
        p = r + new / rr * p
        rr = new
    return w


def inputs_kernel_ridge(seed, size=None):
    n = size or 24
    rng = np.random.default_rng(seed)
    x = rng.uniform(-1.0, 1.0, (n, 3))
    return x, np.sin(3.0 * x[:, 0]) + x[:, 1], 0.5, 1.0, 15
