import numba as nb
import numpy as np


@nb.njit
def flip(spins, seeds, draws, chance):
    n = spins.shape[0]
    flips = seeds.shape[0]
    sizes = np.zeros(flips, dtype=np.int64)
    stack = np.zeros((n * n, 2), dtype=np.int64)
    moves = np.array([[0, 1], [1, 0], [0, -1], [-1, 0]])
    for f in range(flips):
        i, j = seeds[f]
        old = spins[i, j]
        new = (old + 1 + f % 2) % 3
        spins[i, j] = new
        stack[0, 0], stack[0, 1] = i, j
        height, size, drawn = 1, 1, 0
        while height > 0:
            height -= 1
            i, j = stack[height]
            for k in range(4):
                a = (i + moves[k, 0]) % n
                b = (j + moves[k, 1]) % n
                if spins[a, b] == old:
                    if draws[f, drawn] < chance:
                        spins[a, b] = new
                        stack[height, 0], stack[height, 1] = a, b
                        height += 1
                        size += 1
                    drawn += 1
        sizes[f] = size
    return sizes, spins
