import numpy as np


def unit(x):
    size = np.sqrt(np.sum(x * x, axis=1, keepdims=True))
    return x / size, size


def log_softmax(x, axis):
    x = x - np.max(x, axis=axis, keepdims=True)
    return x - np.log(np.sum(np.exp(x), axis=axis, keepdims=True))


def unit_back(g, u, size):
    return (g - u * np.sum(g * u, axis=1, keepdims=True)) / size


def clipnce(pictures, words, log_scale):
    """Loss of pictures and words that belong together against all others, both ways, and its gradients by hand (binary32)."""
    u, u_size = unit(pictures)
    v, v_size = unit(words)
    scale = np.exp(log_scale)
    alike = u @ v.T
    logits = scale * alike
    n = logits.shape[0]
    rows = log_softmax(logits, axis=1)
    cols = log_softmax(logits, axis=0)
    loss = np.float32(-0.5) * (np.mean(np.diag(rows)) + np.mean(np.diag(cols)))
    g = np.exp(rows) + np.exp(cols)
    g[np.arange(n), np.arange(n)] -= np.float32(2.0)
    g *= np.float32(0.5 / n)
    to_pictures = unit_back(scale * (g @ v), u, u_size)
    to_words = unit_back(scale * (g.T @ u), v, v_size)
    right = np.mean(np.argmax(logits, axis=1) == np.arange(n))
    return loss, to_pictures, to_words, np.sum(g * logits), right
