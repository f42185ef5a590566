import numpy as np


def directed(a, b):
    """The greatest of the least squared distances from a point of a to b, and between which points."""
    farthest, first, second = 0.0, 0, 0
    for i in range(a.shape[0]):
        least, at = np.inf, 0
        for j in range(b.shape[0]):
            d = 0.0
            for axis in range(a.shape[1]):
                d += (a[i, axis] - b[j, axis]) ** 2
            if d < least:
                least, at = d, j
                if least <= farthest:
                    break
        if least > farthest:
            farthest, first, second = least, i, at
    return farthest, first, second


def hausdirect(a, b):
    there, back = directed(a, b), directed(b, a)
    if there[0] >= back[0]:
        return np.sqrt(there[0]), there[1], there[2]
    return np.sqrt(back[0]), back[2], back[1]
