import numba as nb
import numpy as np


@nb.njit
def encode(text, letters, limit):
    """Phrases as a tree in a table: phrase x letter -> phrase."""
    phrases = np.full((limit, letters), -1, np.int32)
    codes = np.zeros(text.size, np.int64)
    used = np.zeros(limit, np.int64)
    count, known, code = 0, letters, text[0]
    for i in range(1, text.size):
        letter = text[i]
        longer = phrases[code, letter]
        if longer >= 0:
            code = longer
            continue
        codes[count] = code
        used[code] += 1
        count += 1
        if known < limit:
            phrases[code, letter] = known
            known += 1
        code = letter
    codes[count] = code
    used[code] += 1
    count += 1
    entropy = 0.0
    for u in used:
        if u > 0:
            entropy -= u / count * np.log2(u / count)
    return codes, count, entropy
