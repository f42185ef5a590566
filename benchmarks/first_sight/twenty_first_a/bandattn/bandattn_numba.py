import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def bandattn(q, k, v, gate, bias, reach):
    heads, n, depth = q.shape
    out = np.empty((n, heads * depth))
    kt = np.empty((depth, n))
    w, mixed = np.empty(2 * reach + 1), np.empty(depth)
    root = np.sqrt(depth)
    for h in range(heads):
        for i in range(n):
            for d in range(depth):
                kt[d, i] = k[h, i, d]
        for i in range(n):
            low, high = max(0, i - reach), min(n, i + reach + 1)
            w[:] = 0.0
            for d in range(depth):
                f = q[h, i, d]
                for l in range(low, high):
                    w[l - low] += f * kt[d, l]
            top = -np.inf
            for l in range(high - low):
                w[l] = w[l] / root + bias[h, low + l - i + reach]
                top = max(top, w[l])
            total = 0.0
            for l in range(high - low):
                w[l] = np.exp(w[l] - top)
                total += w[l]
            mixed[:] = 0.0
            for l in range(high - low):
                f = w[l] / total
                for d in range(depth):
                    mixed[d] += f * v[h, low + l, d]
            for d in range(depth):
                out[i, h * depth + d] = mixed[d] / (1.0 + np.exp(-gate[h, i, d]))
    return out
