import numpy as np


def from_checks(heard, scale):
    """What each check tells each of its places: the sign of the others' product, and the least of their sizes."""
    size = np.abs(heard)
    least = np.min(size, axis=2, keepdims=True)
    who = np.argmin(size, axis=2)
    hidden = np.where(np.arange(size.shape[2]) == who[:, :, None], np.inf, size)
    second = np.min(hidden, axis=2, keepdims=True)
    sign = np.where(heard < 0.0, -1.0, 1.0)
    parity = np.prod(sign, axis=2, keepdims=True)
    others = np.where(np.isinf(hidden), second, least)
    return scale * parity * sign * others


def ldpcmin(level, at, rounds, scale):
    """Normalised least sums: bits, which words fulfil all checks, and how many rounds it took."""
    words, n = level.shape
    checks, degree = at.shape
    told = np.zeros((words, checks, degree))
    total = level.copy()
    used = 0
    right = np.zeros(words, dtype=bool)
    for r in range(rounds):
        heard = total[:, at] - told
        told = from_checks(heard, scale)
        total = level.copy()
        for w in range(words):
            np.add.at(total[w], at, told[w])
        bits = total < 0.0
        right = np.all(np.sum(bits[:, at], axis=2) % 2 == 0, axis=1)
        used = r + 1
        if np.all(right):
            break
    return total < 0.0, right, total, used
