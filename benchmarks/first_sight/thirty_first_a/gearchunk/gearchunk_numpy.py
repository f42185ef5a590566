import numpy as np


def rolling(data, gear):
    """A hash of the last 32 bytes at each place, modulo 2^32."""
    word = gear[data]
    h = word.copy()
    for k in range(1, 32):
        h[k:] += word[:-k] << np.uint32(k)
    return h


def boundaries(marks, least, most):
    n = marks.size
    cuts = [0]
    start = 0
    while start < n:
        end = min(start + most, n)
        i = min(start + least, n)
        while i < end and not marks[i - 1]:
            i += 1
        cuts.append(i)
        start = i
    return np.array(cuts)


def gearchunk(data, gear, bits=6, least=32, most=512):
    """Where the pieces begin, a print of each (modulo 2^64), which ones came before, and the bytes that this saves."""
    mask = np.uint32(((1 << bits) - 1) << (32 - bits))
    cuts = boundaries((rolling(data, gear) & mask) == 0, least, most)
    powers = np.cumprod(np.full(most, 1099511628211, dtype=np.uint64))
    prints = np.zeros(cuts.size - 1, dtype=np.uint64)
    for c in range(prints.size):
        piece = data[cuts[c]:cuts[c + 1]].astype(np.uint64)
        prints[c] = np.sum((piece + np.uint64(1)) * powers[:piece.size])
    order = np.argsort(prints, kind="stable")
    repeated = np.zeros(prints.size, dtype=bool)
    repeated[order[1:]] = prints[order[1:]] == prints[order[:-1]]
    return cuts, prints, repeated, np.sum(np.diff(cuts)[repeated])
