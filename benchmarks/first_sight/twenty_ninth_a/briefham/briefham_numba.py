import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def describe(image, places, pattern, reach=2):
    n, m = image.shape
    total = np.zeros((n + 1, m + 1), np.int64)
    for i in range(n):
        row = 0
        for j in range(m):
            row += image[i, j]
            total[i + 1, j + 1] = total[i, j + 1] + row
    smooth = np.zeros((n, m), np.int64)
    for i in range(reach, n - reach):
        for j in range(reach, m - reach):
            t, b, le, r = i - reach, i + reach + 1, j - reach, j + reach + 1
            smooth[i, j] = total[b, r] - total[t, r] - total[b, le] + total[t, le]
    out = np.zeros((len(places), 4), np.uint64)
    for p in range(len(places)):
        y, x = places[p, 0], places[p, 1]
        for w in range(4):
            word = np.uint64(0)
            for k in range(64):
                q = pattern[64 * w + k]
                if smooth[y + q[0], x + q[1]] < smooth[y + q[2], x + q[3]]:
                    word |= np.uint64(1) << np.uint64(k)
            out[p, w] = word
    return out


@nb.njit(error_model="numpy")
def ones(x):
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (x * np.uint64(0x0101010101010101)) >> np.uint64(56)


@nb.njit(error_model="numpy")
def briefham(one, two, here, there, pattern, ratio=0.8):
    a, b = describe(one, here, pattern), describe(two, there, pattern)
    n, m = len(a), len(b)
    match, least, second = np.zeros(n, np.int64), np.full(n, 999), np.full(n, 999)
    back, nearest = np.zeros(m, np.int64), np.full(m, 999)
    for i in range(n):
        for j in range(m):
            d = np.int64(ones(a[i, 0] ^ b[j, 0]) + ones(a[i, 1] ^ b[j, 1]) + ones(a[i, 2] ^ b[j, 2]) + ones(a[i, 3] ^ b[j, 3]))
            if d < least[i]:
                second[i], least[i], match[i] = least[i], d, j
            elif d < second[i]:
                second[i] = d
            if d < nearest[j]:
                nearest[j], back[j] = d, i
    sure = np.empty(n, np.bool_)
    for i in range(n):
        sure[i] = least[i] < ratio * second[i] and back[match[i]] == i
    return match, least, sure
