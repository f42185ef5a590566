import numpy as np


def box(image, reach=2):
    """Sums of bytes about each place by sums from the corner; a border of the reach stays nought."""
    total = np.zeros((image.shape[0] + 1, image.shape[1] + 1), dtype=np.int64)
    total[1:, 1:] = image.cumsum(axis=0, dtype=np.int64).cumsum(axis=1)
    size = 2 * reach + 1
    out = np.zeros(image.shape, dtype=np.int64)
    out[reach:-reach, reach:-reach] = total[size:, size:] - total[:-size, size:] - total[size:, :-size] + total[:-size, :-size]
    return out


def describe(image, places, pattern):
    """256 comparisons of smooth brightness as four words of 64 bits."""
    smooth = box(image)
    y, x = places[:, :1], places[:, 1:]
    less = smooth[y + pattern[:, 0], x + pattern[:, 1]] < smooth[y + pattern[:, 2], x + pattern[:, 3]]
    bits = less.reshape(len(places), 4, 64).astype(np.uint64) << np.arange(64, dtype=np.uint64)
    return np.bitwise_or.reduce(bits, axis=2)


def ones(x):
    """Bits that are set, counted in parallel within each word."""
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (x * np.uint64(0x0101010101010101)) >> np.uint64(56)


def briefham(one, two, here, there, pattern, ratio=0.8):
    a, b = describe(one, here, pattern), describe(two, there, pattern)
    apart = ones(a[:, None, :] ^ b).sum(axis=2).astype(np.int64)
    match = np.argmin(apart, axis=1)
    back = np.argmin(apart, axis=0)
    near = np.partition(apart, 1, axis=1)[:, :2]
    sure = (near[:, 0] < ratio * near[:, 1]) & (back[match] == np.arange(len(here)))
    return match, near[:, 0], sure
