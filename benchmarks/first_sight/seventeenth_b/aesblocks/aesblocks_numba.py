import numba as nb
import numpy as np

ROUNDS = 10


@nb.njit
def double(a):
    return (a << 1) ^ (0x11B if a & 0x80 else 0)


@nb.njit
def encrypt(data, key, nonce):
    """With tables of 32-bit words that hold a substituted byte times a column of the matrix."""
    power, log = np.zeros(256, np.int64), np.zeros(256, np.int64)
    a = 1
    for k in range(255):
        power[k] = a
        log[a] = k
        a ^= double(a)
    box = np.empty(256, np.int64)
    table = np.empty((4, 256), np.uint32)
    for v in range(256):
        b = power[(255 - log[v]) % 255] if v > 0 else 0
        s = (b ^ (b << 1) ^ (b << 2) ^ (b << 3) ^ (b << 4) ^ (b >> 7) ^ (b >> 6) ^ (b >> 5) ^ (b >> 4) ^ 0x63) & 0xFF
        box[v] = s
        word = double(s) | (s << 8) | (s << 16) | ((double(s) ^ s) << 24)
        for r in range(4):
            table[r, v] = word
            word = ((word << 8) | (word >> 24)) & 0xFFFFFFFF
    keys = np.zeros(4 * (ROUNDS + 1), np.uint32)
    for i in range(4):
        for b in range(4):
            keys[i] |= np.uint32(key[4 * i + b]) << np.uint32(8 * b)
    constant = 1
    for i in range(4, keys.size):
        w = np.int64(keys[i - 1])
        if i % 4 == 0:
            w = box[(w >> 8) & 255] | (box[(w >> 16) & 255] << 8) | (box[w >> 24] << 16) | (box[w & 255] << 24)
            w ^= constant
            constant = double(constant)
        keys[i] = np.uint32(np.int64(keys[i - 4]) ^ w)
    n0, n1 = np.uint32(0), np.uint32(0)
    for i in range(4):
        n0 |= np.uint32(nonce[i]) << np.uint32(8 * i)
        n1 |= np.uint32(nonce[4 + i]) << np.uint32(8 * i)
    for block in range(data.shape[0]):
        high, low = block >> 32, block & 0xFFFFFFFF
        w0, w1 = np.uint32(n0 ^ keys[0]), np.uint32(n1 ^ keys[1])
        w2 = np.uint32(((high >> 24) | ((high >> 8) & 0xFF00) | ((high << 8) & 0xFF0000) | ((high & 255) << 24)) ^ keys[2])
        w3 = np.uint32(((low >> 24) | ((low >> 8) & 0xFF00) | ((low << 8) & 0xFF0000) | ((low & 255) << 24)) ^ keys[3])
        for r in range(1, ROUNDS):
            a0 = table[0, w0 & 255] ^ table[1, (w1 >> 8) & 255] ^ table[2, (w2 >> 16) & 255] ^ table[3, w3 >> 24] ^ keys[4 * r]
            a1 = table[0, w1 & 255] ^ table[1, (w2 >> 8) & 255] ^ table[2, (w3 >> 16) & 255] ^ table[3, w0 >> 24] ^ keys[4 * r + 1]
            a2 = table[0, w2 & 255] ^ table[1, (w3 >> 8) & 255] ^ table[2, (w0 >> 16) & 255] ^ table[3, w1 >> 24] ^ keys[4 * r + 2]
            a3 = table[0, w3 & 255] ^ table[1, (w0 >> 8) & 255] ^ table[2, (w1 >> 16) & 255] ^ table[3, w2 >> 24] ^ keys[4 * r + 3]
            w0, w1, w2, w3 = a0, a1, a2, a3
        words = (w0, w1, w2, w3, w0, w1, w2)
        for c in range(4):
            k = keys[4 * ROUNDS + c]
            for b in range(4):
                s = box[(words[c + b] >> (8 * b)) & 255] ^ ((k >> (8 * b)) & 255)
                data[block, 4 * c + b] ^= np.uint8(s)
