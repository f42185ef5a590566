import numpy as np


def softmax(x):
    """In place, over the last axis."""
    np.subtract(x, np.max(x, axis=-1, keepdims=True), out=x)
    np.exp(x, out=x)
    np.divide(x, np.sum(x, axis=-1, keepdims=True), out=x)
    return x


def attend(q, k, v, table):
    """Attention with a bias that knows how far apart two tokens are; returns the values and how sharp the heads look."""
    n, heads, t, d = q.shape
    apart = np.arange(t)[:, None] - np.arange(t)[None, :] + t - 1
    scores = np.einsum("nhid,nhjd->nhij", q, k) / np.float32(np.sqrt(d))
    scores += table[:, apart]
    weights = softmax(scores)
    mixed = np.einsum("nhij,nhjd->nihd", weights, v).reshape(n, t, heads * d)
    return mixed, weights.max(axis=-1).mean(axis=(0, 2))
