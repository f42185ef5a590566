import numpy as np


def saturate(x):
    return np.clip(x, -32768, 32767).astype(np.int16)


def decimate(x, taps, every, level):
    """Channels of 16 bits through a filter with 15 bits after the point, every some samples; then without their levels, which are kept."""
    channels, n = x.shape
    m = len(taps)
    count = (n - m) // every + 1
    total = np.full((channels, count), 1 << 14, dtype=np.int32)
    for k in range(m):
        total += np.int32(taps[m - 1 - k]) * x[:, k:k + every * (count - 1) + 1:every]
    y = saturate(total >> 15)
    for t in range(count):
        here = y[:, t].astype(np.int32)
        level += ((here << 14) - level) >> 7
        y[:, t] = saturate(here - (level >> 14))
    return y, np.max(np.abs(y.astype(np.int32)), axis=1)
