import numba as nb
import numpy as np


@nb.njit
def rotate(x):
    t, heads, d = x.shape
    half = d // 2
    out = np.empty_like(x)
    for p in range(t):
        for i in range(half):
            angle = p * 10000.0 ** (-i / half)
            c, s = np.float32(np.cos(angle)), np.float32(np.sin(angle))
            for h in range(heads):
                a, b = x[p, h, i], x[p, h, half + i]
                out[p, h, i] = a * c - b * s
                out[p, h, half + i] = a * s + b * c
    return out


@nb.njit
def attend(q, k, v):
    t, heads, d = q.shape
    share = heads // k.shape[1]
    q, k = rotate(q), rotate(k)
    out = np.empty((t, heads * d), np.float32)
    entropy = np.zeros(heads, np.float32)
    scale = np.sqrt(np.float32(d))
    for h in range(heads):
        g = h // share
        w = np.dot(np.ascontiguousarray(q[:, h]), np.ascontiguousarray(k[:, g]).T)
        mixed = 0.0
        for i in range(t):
            top = np.float32(-np.inf)
            for j in range(i + 1):
                w[i, j] /= scale
                top = max(top, w[i, j])
            total = np.float32(0)
            for j in range(i + 1):
                w[i, j] = np.exp(w[i, j] - top)
                total += w[i, j]
            for j in range(i + 1):
                w[i, j] /= total
                mixed -= w[i, j] * np.log(w[i, j] + np.float32(1e-9))
            w[i, i + 1:] = 0.0
        out[:, h * d:(h + 1) * d] = np.dot(w, np.ascontiguousarray(v[:, g]))
        entropy[h] = mixed / t
    return out, entropy
