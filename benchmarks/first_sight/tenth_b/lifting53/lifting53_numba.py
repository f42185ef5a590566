import numba as nb
import numpy as np


@nb.njit
def wavelet(x):
    rows, n = x.shape
    even = np.empty(n // 2)
    odd = np.empty(n // 2)
    for r in range(rows):
        y = x[r]
        size = n
        while size > 16:
            h = size // 2
            for i in range(h):
                even[i] = y[2 * i]
                odd[i] = y[2 * i + 1]
            for i in range(h - 1):
                odd[i] -= 0.5 * (even[i] + even[i + 1])
            odd[h - 1] -= even[h - 1]
            for i in range(1, h):
                even[i] += 0.25 * (odd[i - 1] + odd[i])
            even[0] += 0.5 * odd[0]
            for i in range(h):
                y[i] = even[i]
                y[h + i] = odd[i]
            size = h
        level = 0.0
        for i in range(n // 2, n):
            level += abs(y[i])
        level = 1.5 * level / (n - n // 2)
        for i in range(size, n):
            a = max(abs(y[i]) - level, 0.0)
            y[i] = a if y[i] >= 0.0 else -a
        while size < n:
            h = size
            size *= 2
            for i in range(h):
                even[i] = y[i]
                odd[i] = y[h + i]
            even[0] -= 0.5 * odd[0]
            for i in range(1, h):
                even[i] -= 0.25 * (odd[i - 1] + odd[i])
            odd[h - 1] += even[h - 1]
            for i in range(h - 1):
                odd[i] += 0.5 * (even[i] + even[i + 1])
            for i in range(h):
                y[2 * i] = even[i]
                y[2 * i + 1] = odd[i]
