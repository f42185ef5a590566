import numba as nb
import numpy as np


@nb.njit
def attend(q, k, v, table):
    n, heads, t, d = q.shape
    mixed = np.empty((n, t, heads * d), np.float32)
    sharp = np.zeros(heads, np.float32)
    root = np.float32(1.0 / np.sqrt(d))
    for b in range(n):
        for h in range(heads):
            s = q[b, h] @ np.ascontiguousarray(k[b, h].T)
            for i in range(t):
                m = np.float32(-np.inf)
                for j in range(t):
                    s[i, j] = s[i, j] * root + table[h, i - j + t - 1]
                    m = max(m, s[i, j])
                total = np.float32(0)
                for j in range(t):
                    s[i, j] = np.exp(s[i, j] - m)
                    total += s[i, j]
                inverse = np.float32(1) / total
                for j in range(t):
                    s[i, j] *= inverse
                sharp[h] += inverse
            mixed[b, :, h * d:(h + 1) * d] = s @ v[b, h]
    return mixed, sharp / np.float32(n * t)
