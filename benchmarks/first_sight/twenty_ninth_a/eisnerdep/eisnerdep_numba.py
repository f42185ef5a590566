import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def eisnerdep(scores):
    n = scores.shape[0]
    # The spans that end where this one ends lie in rows: columns of the program, turned.
    wl, wr = np.zeros((n, n)), np.zeros((n, n))
    ol, orr = np.zeros((n, n)), np.zeros((n, n))
    wlt, wrt, olt = np.zeros((n, n)), np.zeros((n, n)), np.zeros((n, n))
    joined, left, right = np.zeros((n, n), np.int32), np.zeros((n, n), np.int32), np.zeros((n, n), np.int32)
    for width in range(1, n):
        for i in range(n - width):
            j = i + width
            best, at = -np.inf, i
            for q in range(i, j):
                v = wr[i, q] + wlt[j, q + 1]
                if v > best:
                    best, at = v, q
            joined[i, j] = at
            ol[i, j] = olt[j, i] = best + scores[j, i]
            orr[i, j] = best + scores[i, j]
            best, at = -np.inf, i
            for q in range(i, j):
                v = wl[i, q] + olt[j, q]
                if v > best:
                    best, at = v, q
            left[i, j] = at
            wl[i, j] = wlt[j, i] = best
            best, at = -np.inf, i
            for q in range(i + 1, j + 1):
                v = orr[i, q] + wrt[j, q]
                if v > best:
                    best, at = v, q
            right[i, j] = at
            wr[i, j] = wrt[j, i] = best
    heads = np.full(n, -1)
    stack = np.empty((4 * n, 4), np.int64)
    stack[0] = np.array([0, n - 1, 1, 1])
    size = 1
    while size:
        size -= 1
        i, j, side, full = stack[size]
        if i == j:
            continue
        if full:
            q = right[i, j] if side else left[i, j]
            stack[size, 0], stack[size, 1], stack[size, 2], stack[size, 3] = i, q, side, 1 - side
            stack[size + 1, 0], stack[size + 1, 1], stack[size + 1, 2], stack[size + 1, 3] = q, j, side, side
        else:
            if side:
                heads[j] = i
            else:
                heads[i] = j
            q = joined[i, j]
            stack[size, 0], stack[size, 1], stack[size, 2], stack[size, 3] = i, q, 1, 1
            stack[size + 1, 0], stack[size + 1, 1], stack[size + 1, 2], stack[size + 1, 3] = q + 1, j, 0, 1
        size += 2
    return heads, wr[0, n - 1]
