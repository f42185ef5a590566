import numpy as np


def attend(q, k, v, block):
    heads, n, d = q.shape
    scale = np.float32(1.0 / np.sqrt(d))
    top = np.full((heads, n), -np.inf, dtype=q.dtype)
    total = np.zeros((heads, n), dtype=q.dtype)
    out = np.zeros_like(q)
    for start in range(0, k.shape[1], block):
        keys = k[:, start:start + block]
        values = v[:, start:start + block]
        scores = scale * (q @ np.swapaxes(keys, -1, -2))
        now = np.maximum(top, np.max(scores, axis=-1))
        weights = np.exp(scores - now[..., np.newaxis])
        shrink = np.exp(top - now)
        total *= shrink
        total += weights.sum(axis=-1)
        out = out * shrink[..., None] + weights @ values
        top = now
    out /= total[:, :, None]
    return out, top + np.log(total)
