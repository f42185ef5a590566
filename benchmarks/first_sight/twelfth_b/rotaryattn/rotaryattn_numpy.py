import numpy as np


def rotate(x):
    """Pairs of features turn by angles that grow with the place in the sequence."""
    t, _, d = x.shape
    half = d // 2
    rates = 10000.0 ** (-np.arange(half) / half)
    angle = np.outer(np.arange(t), rates)
    c = np.cos(angle).astype(np.float32)[:, None, :]
    s = np.sin(angle).astype(np.float32)[:, None, :]
    first, second = x[..., :half], x[..., half:]
    return np.concatenate((first * c - second * s, first * s + second * c), axis=-1)


def attend(q, k, v):
    t, heads, d = q.shape
    share = heads // k.shape[1]
    q, k = rotate(q), rotate(k)
    hidden = np.tril(np.ones((t, t), dtype=bool)) == False  # noqa: E712
    out = np.empty_like(q)
    entropy = np.zeros(heads, dtype=np.float32)
    for h in range(heads):
        scores = q[:, h] @ k[:, h // share].T / np.sqrt(np.float32(d))
        scores = np.where(hidden, np.float32(-1e9), scores)
        scores = np.exp(scores - scores.max(axis=1)[:, None])
        weights = scores / scores.sum(axis=1)[:, None]
        out[:, h] = weights @ v[:, h // share]
        entropy[h] = -np.mean(np.sum(weights * np.log(weights + np.float32(1e-9)), axis=1))
    return out.reshape(t, heads * d), entropy
