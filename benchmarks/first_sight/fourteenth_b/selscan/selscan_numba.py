import numba as nb
import numpy as np


@nb.njit(fastmath=True)
def layer(x, z, wd, bias, A, wb, wc, skip):
    batch, T, D = x.shape
    N = A.shape[1]
    one, zero = np.float32(1), np.float32(0)
    flat = x.reshape(batch * T, D)
    delta = np.dot(flat, wd).reshape(batch, T, D)
    B = np.dot(flat, wb).reshape(batch, T, N)
    C = np.dot(flat, wc).reshape(batch, T, N)
    h = np.zeros((batch, D, N), np.float32)
    out = np.empty_like(x)
    for b in range(batch):
        for t in range(T):
            for d in range(D):
                v = delta[b, t, d] + bias[d]
                v = max(v, zero) + np.log1p(np.exp(-abs(v)))
                f = v * x[b, t, d]
                y = zero
                for n in range(N):
                    s = np.exp(v * A[d, n]) * h[b, d, n] + f * B[b, t, n]
                    h[b, d, n] = s
                    y += s * C[b, t, n]
                g = z[b, t, d]
                out[b, t, d] = (y + skip[d] * x[b, t, d]) * g / (one + np.exp(-g))
    return out, h
