import numpy as np


def encode(words):
    """Seven bits a byte, the lowest first; the high bit says that more will come."""
    length = np.ones(words.size, dtype=np.int64)
    rest = words >> np.uint64(7)
    while np.any(rest):
        length += rest != 0
        rest >>= np.uint64(7)
    end = np.cumsum(length)
    begin = end - length
    out = np.zeros(end[-1], dtype=np.uint8)
    for k in range(np.max(length)):
        has = length > k
        piece = (words[has] >> np.uint64(7 * k)) & np.uint64(127)
        more = np.where(length[has] > k + 1, np.uint64(128), np.uint64(0))
        out[begin[has] + k] = (piece | more).astype(np.uint8)
    return out


def decode(stream):
    last = np.flatnonzero(stream < 128)
    begin = np.concatenate(([0], last[:-1] + 1))
    place = np.arange(stream.size) - np.repeat(begin, last - begin + 1)
    pieces = (stream & np.uint8(127)).astype(np.uint64) << (7 * place).astype(np.uint64)
    return np.bitwise_or.reduceat(pieces, begin)


def zigvarint(series):
    """A series as differences of differences in zigzag, as bytes and back, and Fletcher's sum of the bytes."""
    change = np.diff(series, prepend=0)
    change[2:] -= change[1:-1].copy()
    words = ((change << 1) ^ (change >> 63)).view(np.uint64)
    stream = encode(words)
    again = decode(stream)
    change = (again >> np.uint64(1)).astype(np.int64) ^ -(again & np.uint64(1)).astype(np.int64)
    change[1:] = np.cumsum(change[1:])
    a = np.cumsum(stream, dtype=np.int64) % 65535
    return stream, np.cumsum(change), a[-1], np.sum(a) % 65535, np.bincount(stream >> 7, minlength=2)
