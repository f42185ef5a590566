import numpy as np


def tables():
    exp = np.zeros(512, dtype=np.int64)
    log = np.zeros(256, dtype=np.int64)
    x = 1
    for i in range(255):
        exp[i] = x
        exp[i + 255] = x
        log[x] = i
        x <<= 1
        if x & 0x100:
            x ^= 0x11D
    return exp, log


def syndromes(message, errors, parity):
    words, k = message.shape
    exp, log = tables()
    generator = np.zeros(parity + 1, dtype=np.int64)
    generator[0] = 1
    for i in range(parity):
        for j in range(i + 1, 0, -1):
            low = generator[j - 1]
            generator[j] ^= exp[log[low] + i] if low else 0
    coded = np.zeros((words, k + parity), dtype=np.int64)
    syndrome = np.zeros((words, parity), dtype=np.int64)
    for w in range(words):
        rest = np.zeros(parity + 1, dtype=np.int64)
        for c in range(k):
            factor = message[w, c] ^ rest[0]
            rest[:-1] = rest[1:]
            rest[parity] = 0
            if factor != 0:
                for j in range(parity):
                    if generator[j + 1]:
                        rest[j] ^= exp[log[factor] + log[generator[j + 1]]]
        coded[w, :k] = message[w]
        coded[w, k:] = rest[:parity]
        coded[w] ^= errors[w]
        for s in range(parity):
            value = 0
            for c in range(k + parity):
                if value != 0:
                    value = exp[log[value] + s]
                value ^= coded[w, c]
            syndrome[w, s] = value
    return coded, syndrome, np.sum(np.any(syndrome != 0, axis=1))
