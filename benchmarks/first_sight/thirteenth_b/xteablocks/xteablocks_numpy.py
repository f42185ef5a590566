import numpy as np

DELTA = 0x9E3779B9


def scramble(v0, v1, key, rounds):
    total = 0
    for r in range(rounds):
        word = np.uint32((total + int(key[total & 3])) & 0xFFFFFFFF)
        v0 = v0 + ((((v1 << 4) ^ (v1 >> 5)) + v1) ^ word)
        total = (total + DELTA) & 0xFFFFFFFF
        word = np.uint32((total + int(key[(total >> 11) & 3])) & 0xFFFFFFFF)
        v1 = v1 + ((((v0 << 4) ^ (v0 >> 5)) + v0) ^ word)
    return v0, v1


def cipher(data, key, rounds, nonce):
    """data changes in place; a second call gives it back."""
    n = data.shape[0]
    counter = np.arange(n, dtype=np.uint32)
    v0, v1 = scramble(counter, np.full(n, nonce, dtype=np.uint32), key, rounds)
    data[:, 0] ^= v0
    data[:, 1] ^= v1
    return np.bitwise_xor.reduce(data, axis=0)
