import numpy as np


def mixed(x):
    x = x ^ (x >> np.uint64(33))
    x = x * np.uint64(0xFF51AFD7ED558CCD)
    x = x ^ (x >> np.uint64(29))
    x = x * np.uint64(0xC4CEB9FE1A85EC53)
    return x ^ (x >> np.uint64(32))


def minimizers(codes, k, w):
    words = codes.size - k + 1
    wide = codes.astype(np.uint64)
    forward = np.zeros(words, dtype=np.uint64)
    backward = np.zeros(words, dtype=np.uint64)
    for i in range(k):
        part = wide[i:i + words]
        forward = (forward << np.uint64(2)) | part
        backward |= (np.uint64(3) - part) << np.uint64(2 * i)
    hashes = mixed(np.minimum(forward, backward))
    windows = np.lib.stride_tricks.sliding_window_view(hashes, w)
    at = np.argmin(windows, axis=1) + np.arange(windows.shape[0])
    picked = np.zeros(words, dtype=bool)
    picked[at] = True
    counts = np.bincount((hashes[picked] & np.uint64(255)).astype(np.int64), minlength=256)
    return picked, counts, np.bitwise_xor.reduce(hashes[picked])
