import numpy as np


def heads_of(n, joined, left, right):
    """Who heads whom, from the splits of spans, the greatest span first."""
    heads = np.full(n, -1)
    stack = [(0, n - 1, 1, True)]
    while stack:
        i, j, side, whole = stack.pop()
        if i == j:
            continue
        if whole and side == 1:
            q = right[i, j]
            stack += [(i, q, 1, False), (q, j, 1, True)]
        elif whole:
            q = left[i, j]
            stack += [(i, q, 0, True), (q, j, 0, False)]
        else:
            if side == 1:
                heads[j] = i
            else:
                heads[i] = j
            q = joined[i, j]
            stack += [(i, q, 1, True), (q + 1, j, 0, True)]
    return heads


def eisnerdep(scores):
    n = scores.shape[0]
    whole, open_ = np.zeros((2, n, n)), np.zeros((2, n, n))
    joined, left, right = (np.zeros((n, n), dtype=np.int64) for _ in range(3))
    for width in range(1, n):
        for i in range(n - width):
            j = i + width
            both = whole[1, i, i:j] + whole[0, i + 1:j + 1, j]
            q = np.argmax(both)
            joined[i, j] = i + q
            open_[0, i, j] = both[q] + scores[j, i]
            open_[1, i, j] = both[q] + scores[i, j]
            both = whole[0, i, i:j] + open_[0, i:j, j]
            left[i, j] = i + np.argmax(both)
            whole[0, i, j] = both.max()
            both = open_[1, i, i + 1:j + 1] + whole[1, i + 1:j + 1, j]
            right[i, j] = i + 1 + np.argmax(both)
            whole[1, i, j] = both.max()
    return heads_of(n, joined, left, right), whole[1, 0, n - 1]
