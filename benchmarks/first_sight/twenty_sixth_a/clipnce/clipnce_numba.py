import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def unit(x):
    out, size = np.empty_like(x), np.empty(x.shape[0], np.float32)
    for i in range(x.shape[0]):
        total = np.float32(0.0)
        for k in range(x.shape[1]):
            total += x[i, k] * x[i, k]
        size[i] = np.sqrt(total)
        for k in range(x.shape[1]):
            out[i, k] = x[i, k] / size[i]
    return out, size


@nb.njit(error_model="numpy")
def unit_back(g, u, size, scale):
    for i in range(g.shape[0]):
        along = np.float32(0.0)
        for k in range(g.shape[1]):
            along += g[i, k] * u[i, k]
        for k in range(g.shape[1]):
            g[i, k] = scale * (g[i, k] - u[i, k] * along) / size[i]
    return g


@nb.njit(error_model="numpy")
def clipnce(pictures, words, log_scale):
    u, u_size = unit(pictures)
    v, v_size = unit(words)
    scale = np.exp(log_scale)
    logits = np.dot(u, v.T)
    n = logits.shape[0]
    high, low = np.full(n, -np.inf, np.float32), np.zeros(n, np.float32)
    row_top, row_sum = np.empty(n, np.float32), np.empty(n, np.float32)
    right = 0
    for i in range(n):
        best = 0
        for j in range(n):
            logits[i, j] *= scale
            if logits[i, j] > logits[i, best]:
                best = j
            high[j] = max(high[j], logits[i, j])
        row_top[i] = logits[i, best]
        right += best == i
    e = np.empty_like(logits)
    for i in range(n):
        total = np.float32(0.0)
        for j in range(n):
            e[i, j] = np.exp(logits[i, j] - row_top[i])
            total += e[i, j]
        row_sum[i] = total
    g = np.empty_like(logits)
    for i in range(n):
        for j in range(n):
            g[i, j] = np.exp(logits[i, j] - high[j])
            low[j] += g[i, j]
    loss, pull = 0.0, 0.0
    half = np.float32(0.5 / n)
    for i in range(n):
        loss += 2.0 * logits[i, i] - row_top[i] - np.log(row_sum[i]) - high[i] - np.log(low[i])
        for j in range(n):
            g[i, j] = half * (e[i, j] / row_sum[i] + g[i, j] / low[j] - np.float32(2.0 if i == j else 0.0))
            pull += g[i, j] * logits[i, j]
    to_pictures = unit_back(np.dot(g, v), u, u_size, scale)
    to_words = unit_back(np.dot(g.T, u), v, v_size, scale)
    return np.float32(-0.5 * loss / n), to_pictures, to_words, np.float32(pull), right / n
