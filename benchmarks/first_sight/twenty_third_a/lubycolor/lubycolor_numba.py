import numba as nb
import numpy as np


@nb.njit
def lubycolor(start, target, priority):
    n = priority.size
    start, target = start.copy(), target.copy()
    m = start.size
    colour, taken = np.full(n, -1, np.int64), np.zeros(n, np.uint64)
    rival, winner = np.empty(n, np.int64), np.empty(n, np.bool_)
    one = np.uint64(1)
    rounds, most, left = 0, 0, n
    while left > 0:
        rival[:] = -1
        for e in range(m):
            rival[target[e]] = max(rival[target[e]], priority[start[e]])
        for i in range(n):
            winner[i] = colour[i] < 0 and priority[i] > rival[i]
            if winner[i]:
                c = 0
                while (taken[i] >> np.uint64(c)) & one:
                    c += 1
                colour[i] = c
                most = max(most, c)
                left -= 1
        kept = 0
        for e in range(m):
            a, b = start[e], target[e]
            if winner[a]:
                taken[b] |= one << np.uint64(colour[a])
            elif not winner[b]:
                start[kept], target[kept] = a, b
                kept += 1
        m = kept
        rounds += 1
    sizes = np.zeros(most + 1, np.int64)
    for i in range(n):
        sizes[colour[i]] += 1
    return colour, sizes, rounds
