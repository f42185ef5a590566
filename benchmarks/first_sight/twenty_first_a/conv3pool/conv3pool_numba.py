import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def conv3pool(x, weights, bias):
    n, depth, height, width, cin = x.shape
    k, cout = weights.shape[0], weights.shape[4]
    dd, hh, ww = (depth - k + 1) // 2, (height - k + 1) // 2, (width - k + 1) // 2
    out = np.zeros((n, dd, hh, ww, cout), np.float32)
    total = np.empty(cout, np.float32)
    for b in range(n):
        for d in range(2 * dd):
            for i in range(2 * hh):
                for j in range(2 * ww):
                    total[:] = np.float32(0.0)
                    for p in range(k):
                        for q in range(k):
                            for r in range(k):
                                for c in range(cin):
                                    v = x[b, d + p, i + q, j + r, c]
                                    for o in range(cout):
                                        total[o] += v * weights[p, q, r, c, o]
                    for o in range(cout):
                        v = total[o] + bias[o]
                        if v > out[b, d // 2, i // 2, j // 2, o]:
                            out[b, d // 2, i // 2, j // 2, o] = v
    return out
