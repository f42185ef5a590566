import numpy as np

ONE = np.uint64(1)


def masks(wanted, lengths):
    """Bit i of [k, c]: letter i of pattern k is c."""
    found = np.zeros((wanted.shape[0], 4), dtype=np.uint64)
    for k in range(wanted.shape[0]):
        for i in range(lengths[k]):
            found[k, wanted[k, i]] |= ONE << np.uint64(i)
    return found


def search(letters, wanted, lengths):
    """Myers' bit-parallel search: for each pattern the least edit distance to a piece of the text, and where the first such piece ends."""
    equal = masks(wanted, lengths)
    last = ONE << (lengths - 1).astype(np.uint64)
    up = np.full(lengths.size, 0xFFFFFFFFFFFFFFFF, dtype=np.uint64)
    down = np.zeros(lengths.size, dtype=np.uint64)
    score = lengths.copy()
    least, end = lengths.copy(), np.full(lengths.size, -1)
    for j in range(letters.size):
        eq = equal[:, letters[j]]
        vertical = eq | down
        horizontal = (((eq & up) + up) ^ up) | eq
        plus = down | ~(horizontal | up)
        minus = up & horizontal
        score += (plus & last) != 0
        score -= (minus & last) != 0
        better = score < least
        least[better] = score[better]
        end[better] = j
        plus = plus << ONE
        minus = minus << ONE
        up = minus | ~(vertical | plus)
        down = plus & vertical
    return least, end, score
