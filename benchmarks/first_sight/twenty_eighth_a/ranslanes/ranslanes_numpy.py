import numpy as np


def frequencies(symbols, bits):
    """Counts made to sum to a power of two, none that comes made nothing, and where each begins."""
    counts = np.bincount(symbols.ravel(), minlength=256)
    freq = np.where(counts > 0, np.maximum(1, (counts << bits) // counts.sum()), 0)
    freq[np.argmax(freq)] += (1 << bits) - freq.sum()
    return freq.astype(np.uint32), (np.cumsum(freq) - freq).astype(np.uint32)


def encode(symbols, freq, start, bits):
    lanes, n = symbols.shape
    words = np.zeros((lanes, n + 2), dtype=np.uint16)
    used = np.zeros(lanes, dtype=np.int64)
    x = np.full(lanes, 1 << 16, dtype=np.uint32)
    for k in range(n - 1, -1, -1):
        f = freq[symbols[:, k]]
        full = np.flatnonzero(x >= f << (32 - bits))
        words[full, used[full]] = x[full] & 0xFFFF
        x[full] >>= 16
        used[full] += 1
        x = (x // f << bits) + x % f + start[symbols[:, k]]
    every = np.arange(lanes)
    words[every, used] = x & 0xFFFF
    words[every, used + 1] = x >> 16
    return words, used + 2


def decode(words, used, freq, start, n, bits):
    lanes = words.shape[0]
    every = np.arange(lanes)
    table = np.repeat(np.arange(256, dtype=np.uint8), freq)
    at = used - 2
    x = words[every, at + 1].astype(np.uint32) << 16 | words[every, at]
    out = np.empty((lanes, n), dtype=np.uint8)
    for k in range(n):
        slot = x & ((1 << bits) - 1)
        s = table[slot]
        out[:, k] = s
        x = freq[s] * (x >> bits) + slot - start[s]
        low = np.flatnonzero(x < 1 << 16)
        at[low] -= 1
        x[low] = x[low] << 16 | words[low, at[low]]
    return out


def ranslanes(symbols, bits=12):
    freq, start = frequencies(symbols, bits)
    words, used = encode(symbols, freq, start, bits)
    decoded = decode(words, used, freq, start, symbols.shape[1], bits)
    return words, used, np.array_equal(decoded, symbols), decoded
