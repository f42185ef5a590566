import numba as nb
import numpy as np


@nb.njit
def multispin(spins, chance):
    sweeps, n = chance.shape[0], spins.shape[0]
    up = np.zeros(sweeps, np.uint64)
    for t in range(sweeps):
        for colour in range(2):
            for j in range(n):
                above, below = (j - 1) % n, (j + 1) % n
                start = (colour + j) % 2
                for k in range(n // 2):
                    i = start + 2 * k
                    here = spins[j, i]
                    west = spins[j, i - 1 if i > 0 else n - 1] ^ here
                    east = spins[j, i + 1 if i < n - 1 else 0] ^ here
                    north, south = spins[above, i] ^ here, spins[below, i] ^ here
                    a, b = north ^ south, north & south
                    c, d = west ^ east, west & east
                    odd, two = a ^ c, b | d | (a & c)
                    often = chance[t, colour, 0, j, k]
                    seldom = often & chance[t, colour, 1, j, k]
                    spins[j, i] = here ^ (two | (odd & often) | (~odd & ~two & seldom))
        total = np.uint64(0)
        for j in range(n):
            for i in range(n):
                w = spins[j, i]
                w = w - ((w >> np.uint64(1)) & np.uint64(0x5555555555555555))
                w = (w & np.uint64(0x3333333333333333)) + ((w >> np.uint64(2)) & np.uint64(0x3333333333333333))
                w = (w + (w >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
                total += (w * np.uint64(0x0101010101010101)) >> np.uint64(56)
        up[t] = total
    return up
