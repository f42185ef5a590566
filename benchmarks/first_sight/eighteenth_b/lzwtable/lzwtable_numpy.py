import numpy as np


def encode(text, letters, limit):
    """Codes of the longest phrases known so far, after Lempel, Ziv and Welch; phrases are kept until there are `limit`."""
    phrases = {}
    codes = np.zeros(len(text), dtype=np.int64)
    used = np.zeros(limit, dtype=np.int64)
    count = 0
    known = letters
    code = int(text[0])
    for letter in text[1:]:
        key = (code, int(letter))
        if key in phrases:
            code = phrases[key]
            continue
        codes[count] = code
        used[code] += 1
        count += 1
        if known < limit:
            phrases[key] = known
            known += 1
        code = int(letter)
    codes[count] = code
    used[code] += 1
    count += 1
    share = used[used > 0] / count
    entropy = -np.sum(share * np.log2(share))
    return codes, count, entropy
