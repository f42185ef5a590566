import numpy as np


def ones(words):
    """Bits that are set in each word."""
    words = words - ((words >> np.uint64(1)) & np.uint64(0x5555555555555555))
    words = (words & np.uint64(0x3333333333333333)) + ((words >> np.uint64(2)) & np.uint64(0x3333333333333333))
    words = (words + (words >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (words * np.uint64(0x0101010101010101)) >> np.uint64(56)


def half(spins, rows, start, often, seldom):
    """Turns the places of some rows from a column on, every second one."""
    here = spins[rows, start::2]
    up = np.roll(spins, 1, axis=0)[rows, start::2] ^ here
    down = np.roll(spins, -1, axis=0)[rows, start::2] ^ here
    left = np.roll(spins, 1, axis=1)[rows, start::2] ^ here
    right = np.roll(spins, -1, axis=1)[rows, start::2] ^ here
    a, b = up ^ down, up & down
    c, d = left ^ right, left & right
    odd = a ^ c
    two = b | d | (a & c)
    spins[rows, start::2] = here ^ (two | (odd & often[rows]) | (~odd & ~two & seldom[rows]))


def multispin(spins, chance):
    """chance: words whose bits are set as often as one and as two steps up in energy are taken."""
    sweeps = chance.shape[0]
    up = np.zeros(sweeps, dtype=np.uint64)
    even, odd = slice(0, None, 2), slice(1, None, 2)
    for t in range(sweeps):
        for colour in range(2):
            often = chance[t, colour, 0]
            seldom = often & chance[t, colour, 1]
            half(spins, even, colour, often, seldom)
            half(spins, odd, 1 - colour, often, seldom)
        up[t] = np.sum(ones(spins))
    return up
