import numba as nb
import numpy as np


@nb.njit
def syndromes(message, errors, parity):
    words, k = message.shape
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
    generator = np.zeros(parity + 1, dtype=np.int64)
    generator[0] = 1
    for i in range(parity):
        for j in range(i + 1, 0, -1):
            low = generator[j - 1]
            if low:
                generator[j] ^= exp[log[low] + i]
    coded = np.zeros((words, k + parity), dtype=np.int64)
    syndrome = np.zeros((words, parity), dtype=np.int64)
    rest = np.zeros(parity + 1, dtype=np.int64)
    wrong = 0
    for w in range(words):
        rest[:] = 0
        for c in range(k):
            factor = message[w, c] ^ rest[0]
            for j in range(parity):
                rest[j] = rest[j + 1]
                if factor != 0 and generator[j + 1] != 0:
                    rest[j] ^= exp[log[factor] + log[generator[j + 1]]]
            coded[w, c] = message[w, c] ^ errors[w, c]
        for c in range(parity):
            coded[w, k + c] = rest[c] ^ errors[w, k + c]
        bad = False
        for s in range(parity):
            value = 0
            for c in range(k + parity):
                if value != 0:
                    value = exp[log[value] + s]
                value ^= coded[w, c]
            syndrome[w, s] = value
            bad |= value != 0
        wrong += bad
    return coded, syndrome, wrong
