import numba as nb
import numpy as np

F = np.float32


@nb.njit(error_model="numpy")
def wave(n):
    c, s = np.empty((n, n), np.float32), np.empty((n, n), np.float32)
    for k in range(n):
        for t in range(n):
            a = 2.0 * np.pi * ((k * t) % n) / n
            c[k, t], s[k, t] = np.cos(a), np.sin(a)
    return c, s


@nb.njit(error_model="numpy")
def normed(x, gain, shift, out):
    rows, dim = x.shape
    for r in range(rows):
        mean, var = F(0.0), F(0.0)
        for j in range(dim):
            mean += x[r, j]
        mean /= F(dim)
        for j in range(dim):
            d = x[r, j] - mean
            var += d * d
        scale = F(1.0) / np.sqrt(var / F(dim) + F(1e-5))
        for j in range(dim):
            out[r, j] = (x[r, j] - mean) * scale * gain[j] + shift[j]


@nb.njit(error_model="numpy")
def fnetblk(x, w1, b1, w2, b2, g1, s1, g2, s2):
    batch, seq, dim = x.shape
    cs, ss = wave(seq)
    cd, sd = wave(dim)
    out = np.empty((batch, seq, dim), np.float32)
    h = np.empty((seq, dim), np.float32)
    root = F(1.0 / np.sqrt(seq * dim))
    for b in range(batch):
        mixed = np.dot(cs, np.dot(x[b], cd)) - np.dot(ss, np.dot(x[b], sd))
        for i in range(seq):
            for j in range(dim):
                mixed[i, j] = x[b, i, j] + mixed[i, j] * root
        normed(mixed, g1, s1, h)
        inner = np.dot(h, w1)
        for i in range(seq):
            for j in range(inner.shape[1]):
                v = inner[i, j] + b1[j]
                inner[i, j] = v / (F(1.0) + np.exp(F(-2.0 * 0.7978845608) * (v + F(0.044715) * v * v * v)))
        outer = np.dot(inner, w2)
        for i in range(seq):
            for j in range(dim):
                outer[i, j] += h[i, j] + b2[j]
        normed(outer, g2, s2, out[b])
    return out
