import numba as nb
import numpy as np


@nb.njit
def decimate(x, taps, every, level):
    """Samples are parted by their phase first, so that sums over taps run along memory for many outputs at once."""
    channels, n = x.shape
    m = taps.size
    count = (n - m) // every + 1
    y, peaks = np.empty((channels, count), np.int16), np.zeros(channels, np.int32)
    length = (n + every - 1) // every
    phases = np.zeros((every, length), np.int32)
    total = np.empty(count, np.int32)
    for c in range(channels):
        for i in range(n):
            phases[i % every, i // every] = x[c, i]
        total[:] = np.int32(1 << 14)
        for k in range(m):
            tap = np.int32(taps[m - 1 - k])
            line = phases[k % every, k // every:]
            for t in range(count):
                total[t] += tap * line[t]
        state, peak = np.int32(level[c]), np.int32(0)
        for t in range(count):
            here = min(max(total[t] >> np.int32(15), np.int32(-32768)), np.int32(32767))
            state = np.int32(state + np.int32(np.int32(np.int32(here << 14) - state) >> 7))
            out = min(max(np.int32(here - (state >> np.int32(14))), np.int32(-32768)), np.int32(32767))
            y[c, t] = out
            peak = max(peak, abs(out))
        level[c] = state
        peaks[c] = peak
    return y, peaks
