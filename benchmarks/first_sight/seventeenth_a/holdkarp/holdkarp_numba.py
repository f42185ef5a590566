import numba as nb
import numpy as np

FAR = 1 << 40


@nb.njit
def tour(distance):
    """Pulls: each entry once, from those of one place less, where the original pushes along."""
    n = distance.shape[0] - 1
    full = 1 << n
    ways = np.full((full, n), FAR, np.int64)
    came = np.full((full, n), -1, np.int64)
    for k in range(n):
        ways[1 << k, k] = distance[0, k + 1]
    for held in range(1, full):
        row = ways[held]
        for to in range(n):
            if held >> to & 1:
                continue
            least, where = FAR * 2, -1
            for last in range(n):
                if held >> last & 1:
                    length = row[last] + distance[last + 1, to + 1]
                    if length < least:
                        least, where = length, last
            after = held | 1 << to
            ways[after, to] = least
            came[after, to] = where
    length, last = FAR * 2, 0
    for k in range(n):
        if ways[full - 1, k] + distance[k + 1, 0] < length:
            length, last = ways[full - 1, k] + distance[k + 1, 0], k
    order = np.zeros(n + 1, np.int64)
    held = full - 1
    for place in range(n, 0, -1):
        order[place] = last + 1
        before = came[held, last]
        held &= ~(1 << last)
        last = before
    return length, order
