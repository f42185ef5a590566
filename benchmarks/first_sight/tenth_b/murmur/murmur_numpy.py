import numpy as np

C1 = np.uint32(0xCC9E2D51)
C2 = np.uint32(0x1B873593)


def rotate(x, r):
    return (x << np.uint32(r)) | (x >> np.uint32(32 - r))


def finish(h):
    """Mix the last bits, in place."""
    h ^= h >> np.uint32(16)
    h *= np.uint32(0x85EBCA6B)
    h ^= h >> np.uint32(13)
    h *= np.uint32(0xC2B2AE35)
    h ^= h >> np.uint32(16)


def hash_rows(data, seeds):
    """Murmur hashes of rows under several seeds, and a Bloom filter of 1024 bits of them."""
    rows, words = data.shape
    hashes = np.empty((len(seeds), rows), dtype=np.uint32)
    bloom = np.zeros(1024, dtype=np.uint8)
    for s, seed in enumerate(seeds):
        h = np.full(rows, seed, dtype=np.uint32)
        for w in range(words):
            k = rotate(data[:, w] * C1, 15) * C2
            h = rotate(h ^ k, 13) * np.uint32(5) + np.uint32(0xE6546B64)
        h ^= np.uint32(4 * words)
        finish(h)
        hashes[s] = h
        bloom[h & np.uint32(1023)] = 1
    return hashes, bloom
