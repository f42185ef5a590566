import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def swinattn(x, wqkv, wout, table, window, heads):
    side, _, c = x.shape
    depth, shift, m = c // heads, window // 2, window * window
    scale = np.float32(1.0 / np.sqrt(depth))
    bias = np.empty((heads, m, m), np.float32)
    for h in range(heads):
        for a in range(m):
            for b in range(m):
                di, dj = a // window - b // window + window - 1, a % window - b % window + window - 1
                bias[h, a, b] = table[di * (2 * window - 1) + dj, h]
    y = np.empty_like(x)
    tile, mixed = np.empty((m, c), np.float32), np.empty((m, c), np.float32)
    kt, w = np.empty((depth, m), np.float32), np.empty(m, np.float32)
    for i in range(0, side, window):
        for j in range(0, side, window):
            for a in range(m):
                tile[a] = x[(i + a // window + shift) % side, (j + a % window + shift) % side]
            qkv = tile @ wqkv
            mixed[:] = np.float32(0.0)
            for h in range(heads):
                q, k, v = h * depth, c + h * depth, 2 * c + h * depth
                for a in range(m):
                    for d in range(depth):
                        kt[d, a] = qkv[a, k + d]
                for a in range(m):
                    w[:] = np.float32(0.0)
                    for d in range(depth):
                        f = scale * qkv[a, q + d]
                        for b in range(m):
                            w[b] += f * kt[d, b]
                    top = np.float32(-np.inf)
                    for b in range(m):
                        w[b] += bias[h, a, b]
                        top = max(top, w[b])
                    total = np.float32(0.0)
                    for b in range(m):
                        w[b] = np.exp(w[b] - top)
                        total += w[b]
                    for b in range(m):
                        f = w[b] / total
                        for d in range(depth):
                            mixed[a, q + d] += f * qkv[b, v + d]
            out = mixed @ wout
            for a in range(m):
                y[(i + a // window + shift) % side, (j + a % window + shift) % side] = out[a]
    return y
