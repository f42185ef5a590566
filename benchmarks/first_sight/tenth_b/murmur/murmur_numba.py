import numba as nb
import numpy as np


@nb.njit
def rotate(x, r):
    return np.uint32((x << np.uint32(r)) | (x >> np.uint32(32 - r)))


@nb.njit
def hash_rows(data, seeds):
    rows, words = data.shape
    hashes = np.empty((len(seeds), rows), np.uint32)
    bloom = np.zeros(1024, np.uint8)
    c1 = np.uint32(0xCC9E2D51)
    c2 = np.uint32(0x1B873593)
    for s in range(len(seeds)):
        for i in range(rows):
            h = seeds[s]
            for w in range(words):
                k = np.uint32(rotate(np.uint32(data[i, w] * c1), 15) * c2)
                h = np.uint32(np.uint32(rotate(np.uint32(h ^ k), 13) * np.uint32(5)) + np.uint32(0xE6546B64))
            h = np.uint32(h ^ np.uint32(4 * words))
            h = np.uint32(h ^ (h >> np.uint32(16)))
            h = np.uint32(h * np.uint32(0x85EBCA6B))
            h = np.uint32(h ^ (h >> np.uint32(13)))
            h = np.uint32(h * np.uint32(0xC2B2AE35))
            h = np.uint32(h ^ (h >> np.uint32(16)))
            hashes[s, i] = h
            bloom[h & np.uint32(1023)] = 1
    return hashes, bloom
