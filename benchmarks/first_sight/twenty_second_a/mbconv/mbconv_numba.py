import numba as nb
import numpy as np


@nb.njit(error_model="numpy", inline="always")
def gate6(x):
    y = x + np.float32(3)
    y = y if y > np.float32(0) else np.float32(0)
    return (y if y < np.float32(6) else np.float32(6)) / np.float32(6)


@nb.njit(error_model="numpy")
def hswish(x):
    for i in range(x.size):
        x[i] = x[i] * gate6(x[i])


@nb.njit(error_model="numpy")
def mbconv(x, expand, bias, kernel, shift, squeeze, excite, project):
    n, h, w, cin = x.shape
    wide, small, cout = expand.shape[1], squeeze.shape[1], project.shape[1]
    oh, ow = (h + 1) // 2, (w + 1) // 2
    out = np.empty((n, oh, ow, cout), np.float32)
    y = np.dot(x.reshape(n * h * w, cin), expand)
    for i in range(y.shape[0]):
        for c in range(wide):
            y[i, c] += bias[c]
        hswish(y[i])
    y = y.reshape(n, h, w, wide)
    z = np.zeros((oh, ow, wide), np.float32)
    pooled = np.empty(wide, np.float32)
    for b in range(n):
        pooled[:] = np.float32(0)
        for p in range(oh):
            for q in range(ow):
                cell = z[p, q]
                cell[:] = np.float32(0)
                for i in range(3):
                    r = 2 * p + i - 1
                    if r < 0 or r >= h:
                        continue
                    for j in range(3):
                        s = 2 * q + j - 1
                        if 0 <= s < w:
                            for c in range(wide):
                                cell[c] += y[b, r, s, c] * kernel[i, j, c]
                for c in range(wide):
                    cell[c] += shift[c]
                hswish(cell)
                for c in range(wide):
                    pooled[c] += cell[c]
        for c in range(wide):
            pooled[c] /= np.float32(oh * ow)
        mid = np.zeros(small, np.float32)
        for c in range(wide):
            for k in range(small):
                mid[k] += pooled[c] * squeeze[c, k]
        gate = np.zeros(wide, np.float32)
        for k in range(small):
            f = max(mid[k], np.float32(0))
            for c in range(wide):
                gate[c] += f * excite[k, c]
        for c in range(wide):
            gate[c] = gate6(gate[c])
        for p in range(oh):
            for q in range(ow):
                for c in range(wide):
                    z[p, q, c] *= gate[c]
        flat = np.dot(z.reshape(oh * ow, wide), project)
        for m in range(oh * ow):
            mean = np.float32(0)
            for c in range(cout):
                mean += flat[m, c]
            mean /= np.float32(cout)
            spread = np.float32(0)
            for c in range(cout):
                spread += (flat[m, c] - mean) ** 2
            spread = np.sqrt(spread / np.float32(cout) + np.float32(1e-5))
            for c in range(cout):
                out[b, m // ow, m % ow, c] = (flat[m, c] - mean) / spread
    return out
