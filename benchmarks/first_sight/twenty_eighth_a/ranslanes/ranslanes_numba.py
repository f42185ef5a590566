import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def ranslanes(symbols, bits=12):
    lanes, n = symbols.shape
    counts = np.zeros(256, np.int64)
    for i in range(lanes):
        for k in range(n):
            counts[symbols[i, k]] += 1
    freq, start = np.zeros(256, np.uint32), np.zeros(256, np.uint32)
    left, most = 1 << bits, 0
    for s in range(256):
        if counts[s] > 0:
            freq[s] = max(1, (counts[s] << bits) // (lanes * n))
            left -= np.int64(freq[s])
            if freq[s] > freq[most]:
                most = s
    freq[most] += left
    table = np.empty(1 << bits, np.uint8)
    at = 0
    for s in range(256):
        start[s] = at
        for _ in range(freq[s]):
            table[at] = s
            at += 1
    words, used = np.zeros((lanes, n + 2), np.uint16), np.zeros(lanes, np.int64)
    decoded = np.empty((lanes, n), np.uint8)
    same = True
    shift, mask = np.uint32(bits), np.uint32((1 << bits) - 1)
    half, low = np.uint32(16), np.uint32(0xFFFF)
    for i in range(lanes):
        x, at = np.uint32(1 << 16), 0
        for k in range(n - 1, -1, -1):
            f = freq[symbols[i, k]]
            if x >= np.uint32(f << np.uint32(32 - bits)):
                words[i, at] = x & low
                x = np.uint32(x >> half)
                at += 1
            x = np.uint32(np.uint32(np.uint32(x // f) << shift) + np.uint32(x % f) + start[symbols[i, k]])
        words[i, at], words[i, at + 1] = x & low, x >> half
        used[i] = at + 2
        for k in range(n):
            slot = np.uint32(x & mask)
            s = table[slot]
            decoded[i, k] = s
            same = same and s == symbols[i, k]
            x = np.uint32(freq[s] * np.uint32(x >> shift) + slot - start[s])
            if x <= low:
                at -= 1
                x = np.uint32(np.uint32(x << half) | np.uint32(words[i, at]))
    return words, used, same, decoded
