import numpy as np


def pool(y, weight):
    """Levels and sizes of the blocks of the weighted isotonic regression of y, by pooling adjacent violators."""
    level, mass, size = [], [], []
    for v, w in zip(y, weight):
        level.append(v)
        mass.append(w)
        size.append(1)
        while len(level) > 1 and level[-2] >= level[-1]:
            v1, w1, s1 = level.pop(), mass.pop(), size.pop()
            total = mass[-1] + w1
            level[-1] = (level[-1] * mass[-1] + v1 * w1) / total
            mass[-1] = total
            size[-1] += s1
    return np.array(level), np.array(size)


def isotonic(y, weight):
    fit = np.empty_like(y)
    blocks = np.zeros(len(y), dtype=int)
    for i in range(len(y)):
        level, size = pool(y[i], weight)
        fit[i] = np.repeat(level, size)
        blocks[i] = len(level)
    return fit, blocks
