import numpy as np


def rms(x, gain):
    return x / np.sqrt(np.mean(x * x) + np.float32(1e-6)) * gain


def turn(x, position):
    """Pairs of halves turned by angles that grow with the position."""
    half = x.shape[1] // 2
    angle = position * 10000.0 ** (-np.arange(half) / half)
    c, s = np.cos(angle).astype(np.float32), np.sin(angle).astype(np.float32)
    a, b = x[:, :half].copy(), x[:, half:].copy()
    x[:, :half] = a * c - b * s
    x[:, half:] = a * s + b * c


def kvdecode(x, gain, wq, wk, wv, wo, keys, values, past):
    """Tokens one after the other: groups of heads share keys and values, which are kept."""
    tokens = x.shape[0]
    groups, _, depth = keys.shape
    out = np.empty_like(x)
    for t in range(tokens):
        place = past + t
        h = rms(x[t], gain)
        q = (h @ wq).reshape(-1, depth)
        k = (h @ wk).reshape(groups, depth)
        turn(q, place)
        turn(k, place)
        keys[:, place] = k
        values[:, place] = (h @ wv).reshape(groups, depth)
        q = q.reshape(groups, -1, depth)
        scores = np.einsum("ghd,gnd->ghn", q, keys[:, :place + 1]) / np.float32(np.sqrt(depth))
        e = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
        e /= np.sum(e, axis=-1, keepdims=True)
        mixed = np.einsum("ghn,gnd->ghd", e, values[:, :place + 1])
        out[t] = x[t] + mixed.reshape(-1) @ wo
    return out
