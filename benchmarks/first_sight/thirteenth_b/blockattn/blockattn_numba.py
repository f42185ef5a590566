import numba as nb
import numpy as np


@nb.njit
def attend(q, k, v, block):
    heads, n, d = q.shape
    scale = np.float32(1.0 / np.sqrt(d))
    out = np.zeros_like(q)
    logsum = np.empty((heads, n), np.float32)
    for h in range(heads):
        scores = np.dot(q[h], k[h].T)
        for i in range(n):
            top = np.float32(-np.inf)
            for j in range(n):
                scores[i, j] *= scale
                top = max(top, scores[i, j])
            total = np.float32(0)
            for j in range(n):
                scores[i, j] = np.exp(scores[i, j] - top)
                total += scores[i, j]
            for j in range(n):
                scores[i, j] /= total
            logsum[h, i] = top + np.log(total)
        out[h] = np.dot(scores, v[h])
    return out, logsum
