import numba as nb
import numpy as np


@nb.njit
def encode(samples, size):
    """Bits gather in one integer, whole bytes of it go out."""
    n = samples.shape[0]
    blocks = n // size
    out = np.zeros(8 * n, np.uint8)
    parameters = np.zeros(blocks, np.int64)
    folded = np.zeros(size, np.int64)
    byte, held, kept = 0, 0, 0
    before = 0
    for b in range(blocks):
        total = 0
        for i in range(size):
            d = samples[b * size + i] - before
            before = samples[b * size + i]
            folded[i] = 2 * d if d >= 0 else -2 * d - 1
            total += folded[i]
        k = 0
        while (size << (k + 1)) <= total and k < 15:
            k += 1
        parameters[b] = k
        kept = (kept << 4) | k
        held += 4
        for i in range(size):
            q = folded[i] >> k
            while q > 0:
                part = min(q, 16)
                kept = (kept << part) | ((1 << part) - 1)
                held += part
                q -= part
                while held >= 8:
                    held -= 8
                    out[byte] = (kept >> held) & 255
                    byte += 1
                kept &= 255
            kept = (kept << (k + 1)) | (folded[i] & ((1 << k) - 1))
            held += k + 1
            while held >= 8:
                held -= 8
                out[byte] = (kept >> held) & 255
                byte += 1
            kept &= 255
    if held > 0:
        out[byte] = (kept << (8 - held)) & 255
    return out, 8 * byte + held, parameters
