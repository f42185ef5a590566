import numpy as np

DATA = np.array([3, 5, 6, 7, 9, 10, 11, 12])
CHECKS = (1, 2, 4, 8)


def protect(data):
    bits = np.unpackbits(data[:, None], axis=1)
    word = np.zeros((data.size, 13), dtype=np.uint8)
    word[:, DATA] = bits
    for p in CHECKS:
        covered = [i for i in range(1, 13) if i & p and i != p]
        word[:, p] = np.bitwise_xor.reduce(word[:, covered], axis=1)
    word[:, 0] = np.bitwise_xor.reduce(word[:, 1:], axis=1)
    return word


def mended(data, noise):
    word = protect(data) ^ noise
    syndrome = np.zeros(data.size, dtype=np.int64)
    for p in CHECKS:
        covered = [i for i in range(1, 13) if i & p]
        syndrome += p * np.bitwise_xor.reduce(word[:, covered], axis=1).astype(np.int64)
    odd = np.bitwise_xor.reduce(word, axis=1) == 1
    double = ~odd & (syndrome != 0)
    fix = np.nonzero(odd & (syndrome < 13))[0]
    word[fix, syndrome[fix]] ^= 1
    out = np.packbits(word[:, DATA], axis=1)[:, 0]
    out[double] = 0
    return out, np.count_nonzero(odd), np.count_nonzero(double)
