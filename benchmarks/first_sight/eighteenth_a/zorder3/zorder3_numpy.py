import numpy as np


def spread(x):
    x = x.astype(np.uint64)
    x = (x | x << np.uint64(32)) & np.uint64(0x001F00000000FFFF)
    x = (x | x << np.uint64(16)) & np.uint64(0x001F0000FF0000FF)
    x = (x | x << np.uint64(8)) & np.uint64(0x100F00F00F00F00F)
    x = (x | x << np.uint64(4)) & np.uint64(0x10C30C30C30C30C3)
    return (x | x << np.uint64(2)) & np.uint64(0x1249249249249249)


def neighbours(cells):
    """Sorted keys of cells in Morton's order, and how many of the six cells beside each are taken; sums carry over spread bits."""
    keys = np.sort(spread(cells[:, 0]) | spread(cells[:, 1]) << np.uint64(1) | spread(cells[:, 2]) << np.uint64(2))
    taken = np.zeros(len(keys), dtype=np.uint8)
    for axis in range(3):
        one = np.uint64(1 << axis)
        mask = np.uint64(0x1249249249249249 << axis)
        rest = keys & ~mask
        up = ((keys | ~mask) + one) & mask | rest
        down = ((keys & mask) - one) & mask | rest
        for other in (up, down):
            at = np.minimum(np.searchsorted(keys, other), len(keys) - 1)
            taken += keys[at] == other
    return keys, taken
