import numpy as np


def bandattn(q, k, v, gate, bias, reach):
    heads, n, depth = q.shape
    out = np.empty((n, heads * depth))
    for i in range(n):
        low, high = max(0, i - reach), min(n, i + reach + 1)
        scores = np.einsum("hd,hld->hl", q[:, i], k[:, low:high]) / np.sqrt(depth)
        scores += bias[:, low - i + reach:high - i + reach]
        weights = np.exp(scores - np.max(scores, axis=1, keepdims=True))
        weights /= np.sum(weights, axis=1, keepdims=True)
        mixed = np.einsum("hl,hld->hd", weights, v[:, low:high])
        out[i] = (mixed / (1.0 + np.exp(-gate[:, i]))).reshape(-1)
    return out
