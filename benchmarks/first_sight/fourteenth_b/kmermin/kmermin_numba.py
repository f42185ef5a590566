import numba as nb
import numpy as np


@nb.njit
def mixed(x):
    x ^= x >> np.uint64(33)
    x *= np.uint64(0xFF51AFD7ED558CCD)
    x ^= x >> np.uint64(29)
    x *= np.uint64(0xC4CEB9FE1A85EC53)
    return x ^ (x >> np.uint64(32))


@nb.njit
def minimizers(codes, k, w):
    words = codes.size - k + 1
    two, three, top = np.uint64(2), np.uint64(3), np.uint64(2 * (k - 1))
    mask = (np.uint64(1) << np.uint64(2 * k)) - np.uint64(1)
    hashes = np.empty(words, np.uint64)
    forward, backward = np.uint64(0), np.uint64(0)
    for i in range(codes.size):
        c = np.uint64(codes[i])
        forward = ((forward << two) | c) & mask
        backward = (backward >> two) | ((three - c) << top)
        if i >= k - 1:
            hashes[i - k + 1] = mixed(min(forward, backward))
    picked = np.zeros(words, np.bool_)
    least = -1
    for start in range(words - w + 1):
        if least < start:
            least = start
            for i in range(start + 1, start + w):
                if hashes[i] < hashes[least]:
                    least = i
        elif hashes[start + w - 1] < hashes[least]:
            least = start + w - 1
        picked[least] = True
    counts = np.zeros(256, np.int64)
    total = np.uint64(0)
    for i in range(words):
        if picked[i]:
            counts[hashes[i] & np.uint64(255)] += 1
            total ^= hashes[i]
    return picked, counts, total
