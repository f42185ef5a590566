import numpy as np


def lowest_free(taken):
    """The place of the lowest zero bit of each word."""
    free = ~taken & (taken + np.uint64(1))
    place = np.zeros(free.shape, dtype=np.int64)
    for step in (32, 16, 8, 4, 2, 1):
        high = free >> np.uint64(step)
        beyond = high > 0
        place += np.where(beyond, step, 0)
        free = np.where(beyond, high, free)
    return place


def lubycolor(start, target, priority):
    """After Jones and Plassmann: who outranks all neighbours without a colour takes the lowest free one; at most 64 colours."""
    n = priority.size
    colour = np.full(n, -1, dtype=np.int64)
    taken = np.zeros(n, dtype=np.uint64)
    rounds = 0
    while np.any(colour < 0):
        rival = np.full(n, -1, dtype=np.int64)
        np.maximum.at(rival, target, priority[start])
        winner = (colour < 0) & (priority > rival)
        colour[winner] = lowest_free(taken[winner])
        won = winner[start]
        np.bitwise_or.at(taken, target[won], np.uint64(1) << colour[start[won]].astype(np.uint64))
        left = ~won & ~winner[target]
        start, target = start[left], target[left]
        rounds += 1
    return colour, np.bincount(colour), rounds
