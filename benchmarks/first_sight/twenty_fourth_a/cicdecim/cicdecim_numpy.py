import numpy as np


def integrate(x, order):
    """Sums of sums; what does not fit wraps around, and the combs take it back."""
    for _ in range(order):
        x = np.cumsum(x, axis=1, dtype=np.int32)
    return x


def comb(y, order):
    for _ in range(order):
        y[:, 1:] -= y[:, :-1].copy()
    return y


def cicdecim(x, taps, rate, shift, order=3):
    y = comb(integrate(x, order)[:, rate - 1::rate].copy(), order) >> shift
    n = y.shape[1] - taps.size + 1
    acc = np.full((y.shape[0], n), 1 << 14, dtype=np.int64)
    for k in range(taps.size):
        acc += taps[k] * y[:, k:k + n]
    out = np.clip(acc >> 15, -32768, 32767).astype(np.int16)
    return out, np.abs(out.astype(np.int32)).max(axis=1)
