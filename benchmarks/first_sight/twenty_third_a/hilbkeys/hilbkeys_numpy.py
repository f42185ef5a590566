import numpy as np


def transposed(x, bits):
    """Hilbert's place of points as three words whose bits interleave, after Skilling, in place."""
    top = np.uint32(1 << (bits - 1))
    q = top
    while q > 1:
        p = q - np.uint32(1)
        for i in range(3):
            high = (x[i] & q) != 0
            swap = np.where(high, np.uint32(0), (x[0] ^ x[i]) & p)
            x[0] ^= np.where(high, p, swap)
            x[i] ^= swap
        q = q >> np.uint32(1)
    for i in range(1, 3):
        x[i] ^= x[i - 1]
    flip = np.zeros_like(x[0])
    q = top
    while q > 1:
        flip ^= np.where((x[2] & q) != 0, q - np.uint32(1), np.uint32(0))
        q = q >> np.uint32(1)
    x ^= flip
    return x


def hilbkeys(points, values, bits):
    """Keys and order of points, values made smooth along the curve, and the length of the way through all of them."""
    cells = np.floor(points.T * 2.0 ** bits).astype(np.uint32)
    words = transposed(cells, bits)
    keys = np.zeros(points.shape[0], dtype=np.uint64)
    for b in range(bits - 1, -1, -1):
        for i in range(3):
            keys = (keys << np.uint64(1)) | ((words[i] >> np.uint32(b)) & np.uint32(1)).astype(np.uint64)
    order = np.argsort(keys, kind="stable")
    along = points[order]
    step = np.sqrt(np.sum(np.diff(along, axis=0) ** 2, axis=1))
    ordered = values[order]
    weight = np.exp(-step / np.mean(step))
    smooth = ordered.copy()
    smooth[1:] += weight * ordered[:-1]
    smooth[:-1] += weight * ordered[1:]
    back = np.empty_like(smooth)
    back[order] = smooth
    return keys, order, back, np.sum(step)
