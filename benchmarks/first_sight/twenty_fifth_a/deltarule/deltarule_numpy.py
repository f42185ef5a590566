import numpy as np


def unit(x):
    return x / np.sqrt(np.sum(x * x, axis=-1, keepdims=True) + np.float32(1e-6))


def deltarule(q, k, v, strength, forget, gain):
    heads, times, d = q.shape
    q = unit(q) / np.sqrt(np.float32(d))
    k = unit(k)
    beta = 1.0 / (1.0 + np.exp(-strength))
    keep = np.exp(-np.float32(0.1) * np.logaddexp(np.float32(0.0), forget))
    state = np.zeros((heads, d, d), dtype=np.float32)
    out = np.empty_like(v)
    for t in range(times):
        state *= keep[:, t, None, None]
        key = k[:, t]
        wrong = v[:, t] - np.einsum("hij,hj->hi", state, key)
        state += beta[:, t, None, None] * wrong[:, :, None] * key[:, None, :]
        out[:, t] = np.einsum("hij,hj->hi", state, q[:, t])
    level = np.sqrt(np.mean(out ** 2, axis=-1, keepdims=True) + np.float32(1e-5))
    return out / level * gain[:, None, :], state
