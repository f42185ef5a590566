import numba as nb
import numpy as np


@nb.njit
def envelope(h, place, count, out, add):
    first, last = place[0], place[count - 1]
    for i in range(first + 1):
        out[i] = h[first] + (out[i] if add else 0.0)
    for k in range(count - 1):
        a, b = place[k], place[k + 1]
        slope = (h[b] - h[a]) / (b - a)
        for i in range(a + 1, b + 1):
            v = slope * (i - a) + h[a] if i < b else h[b]
            out[i] = v + (out[i] if add else 0.0)
    for i in range(last + 1, len(h)):
        out[i] = h[last] + (out[i] if add else 0.0)


@nb.njit
def decompose(x, modes):
    n = len(x)
    rest = x.copy()
    found = np.zeros((modes, n))
    top, bottom = np.empty(n, np.int64), np.empty(n, np.int64)
    mean = np.empty(n)
    for m in range(modes):
        h = rest.copy()
        for _ in range(40):
            high, low = 0, 0
            for i in range(1, n - 1):
                before, after = h[i] - h[i - 1], h[i + 1] - h[i]
                if before > 0.0 and after <= 0.0:
                    top[high] = i
                    high += 1
                elif before < 0.0 and after >= 0.0:
                    bottom[low] = i
                    low += 1
            if high < 3 or low < 3:
                break
            envelope(h, top, high, mean, False)
            envelope(h, bottom, low, mean, True)
            off, power = 0.0, 0.0
            for i in range(n):
                v = 0.5 * mean[i]
                h[i] -= v
                off += v * v
                power += h[i] * h[i]
            if off < 2e-3 * power:
                break
        found[m] = h
        rest -= h
    return found, rest
