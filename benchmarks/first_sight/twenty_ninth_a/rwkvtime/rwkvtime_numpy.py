import numpy as np


def rwkvtime(x, mix, decay, bonus, Wr, Wk, Wv, Wo):
    """Sums over the past kept as shares of their greatest exponent, so that nothing overflows."""
    batch, length, width = x.shape
    before = np.zeros_like(x)
    before[:, 1:] = x[:, :-1]
    r, k, v = ((x * m + before * (1 - m)) @ W for m, W in zip(mix, (Wr, Wk, Wv), strict=True))
    r = 1 / (1 + np.exp(-r))
    top = np.full((batch, width), -1e38, dtype=np.float32)
    num, den = np.zeros((2, batch, width), dtype=np.float32)
    wkv = np.empty_like(x)
    for t in range(length):
        kt, vt = k[:, t], v[:, t]
        m = np.maximum(top, kt + bonus)
        a, b = np.exp(top - m), np.exp(kt + bonus - m)
        wkv[:, t] = (a * num + b * vt) / (a * den + b)
        m = np.maximum(top - decay, kt)
        a, b = np.exp(top - decay - m), np.exp(kt - m)
        num, den, top = a * num + b * vt, a * den + b, m
    return (r * wkv) @ Wo, np.stack((num, den, top))
