import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def rwkvtime(x, mix, decay, bonus, Wr, Wk, Wv, Wo):
    batch, length, width = x.shape
    one = np.float32(1.0)
    out, state = np.empty((batch, length, width), np.float32), np.empty((3, batch, width), np.float32)
    mixed = np.empty((3, length, width), np.float32)
    for i in range(batch):
        for p in range(3):
            for c in range(width):
                mixed[p, 0, c] = x[i, 0, c] * mix[p, c]
            for t in range(1, length):
                for c in range(width):
                    mixed[p, t, c] = x[i, t, c] * mix[p, c] + x[i, t - 1, c] * (one - mix[p, c])
        r, k, v = np.dot(mixed[0], Wr), np.dot(mixed[1], Wk), np.dot(mixed[2], Wv)
        num, den, top = state[0, i], state[1, i], state[2, i]
        num[:], den[:], top[:] = 0.0, 0.0, -1e38
        for t in range(length):
            for c in range(width):
                kt, vt = k[t, c], v[t, c]
                m = max(top[c], kt + bonus[c])
                a, b = np.exp(top[c] - m), np.exp(kt + bonus[c] - m)
                r[t, c] = (a * num[c] + b * vt) / ((a * den[c] + b) * (one + np.exp(-r[t, c])))
                m = max(top[c] - decay[c], kt)
                a, b = np.exp(top[c] - decay[c] - m), np.exp(kt - m)
                num[c], den[c], top[c] = a * num[c] + b * vt, a * den[c] + b, m
        np.dot(r, Wo, out=out[i])
    return out, state
