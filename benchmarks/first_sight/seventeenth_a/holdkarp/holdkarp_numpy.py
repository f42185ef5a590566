import numpy as np

FAR = 1 << 40


def tour(distance):
    """Length of the shortest round trip and the places in its order, from 0; ways[set, last] over sets of the places 1 to n - 1."""
    n = distance.shape[0] - 1
    full = 1 << n
    ways = np.full((full, n), FAR, dtype=np.int64)
    came = np.full((full, n), -1, dtype=np.int64)
    for k in range(n):
        ways[1 << k, k] = distance[0, k + 1]
    for held in range(1, full):
        for last in range(n):
            if not held >> last & 1:
                continue
            here = ways[held, last]
            for to in range(n):
                if held >> to & 1:
                    continue
                after = held | 1 << to
                length = here + distance[last + 1, to + 1]
                if length < ways[after, to]:
                    ways[after, to] = length
                    came[after, to] = last
    home = ways[full - 1] + distance[1:, 0]
    last = np.argmin(home)
    length = home[last]
    order = np.zeros(n + 1, dtype=np.int64)
    held = full - 1
    for place in range(n, 0, -1):
        order[place] = last + 1
        before = came[held, last]
        held &= ~(1 << last)
        last = before
    return length, order
