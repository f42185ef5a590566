import numpy as np


def peel(p, second):
    """Takes what this half of a turn may take, in place, and says how much that was."""
    around = [p[:-2, 1:-1], p[:-2, 2:], p[1:-1, 2:], p[2:, 2:], p[2:, 1:-1], p[2:, :-2], p[1:-1, :-2], p[:-2, :-2]]
    north, _, east, _, south, _, west, _ = around
    count = sum(around)
    rises = np.zeros_like(count)
    for a, b in zip(around, around[1:] + around[:1], strict=True):
        rises += (a == 0) & (b == 1)
    gone = (p[1:-1, 1:-1] == 1) & (count >= 2) & (count <= 6) & (rises == 1)
    if second:
        gone &= (north * east * west == 0) & (north * south * west == 0)
    else:
        gone &= (north * east * south == 0) & (east * south * west == 0)
    p[1:-1, 1:-1][gone] = 0
    return np.count_nonzero(gone)


def zhangsuen(picture):
    thin = picture.copy()
    turns = 0
    while True:
        turns += 1
        if peel(thin, False) + peel(thin, True) == 0:
            break
    return thin, thin.sum(axis=1, dtype=np.int64), turns
