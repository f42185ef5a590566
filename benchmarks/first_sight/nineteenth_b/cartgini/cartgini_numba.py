import numba as nb
import numpy as np


@nb.njit
def grow(x, y, classes, deepest, least):
    total, features = x.shape
    room = 2 ** (deepest + 1)
    feature, label = np.full(room, -1), np.zeros(room, np.int64)
    threshold = np.zeros(room)
    left, right = np.full(room, -1), np.full(room, -1)
    rows, spare = np.arange(total), np.empty(total, np.int64)
    stack = np.empty((room, 4), np.int64)
    stack[0] = 0, 0, 0, total
    top, nodes = 1, 1
    counts, below = np.zeros(classes, np.int64), np.zeros(classes, np.int64)
    while top > 0:
        top -= 1
        node, depth, begin, end = stack[top]
        n = end - begin
        counts[:] = 0
        for i in range(begin, end):
            counts[y[rows[i]]] += 1
        label[node] = np.argmax(counts)
        if depth == deepest or n < 2 * least or counts.max() == n:
            continue
        best = n - np.sum(counts**2) / n - 1e-9
        cut, value = -1, 0.0
        for f in range(features):
            column = np.empty(n)
            for i in range(n):
                column[i] = x[rows[begin + i], f]
            order = np.argsort(column, kind="mergesort")
            below[:] = 0
            for m in range(1, n - least + 1):
                below[y[rows[begin + order[m - 1]]]] += 1
                if m < least or column[order[m - 1]] == column[order[m]]:
                    continue
                a, b = 0, 0
                for c in range(classes):
                    a += below[c] ** 2
                    b += (counts[c] - below[c]) ** 2
                impurity = n - a / m - b / (n - m)
                if impurity < best:
                    best, cut, value = impurity, f, 0.5 * (column[order[m - 1]] + column[order[m]])
        if cut < 0:
            continue
        feature[node], threshold[node] = cut, value
        low, high = begin, 0
        for i in range(begin, end):
            r = rows[i]
            if x[r, cut] <= value:
                rows[low] = r
                low += 1
            else:
                spare[high] = r
                high += 1
        rows[low:end] = spare[:high]
        left[node], right[node] = nodes, nodes + 1
        stack[top] = nodes, depth + 1, begin, low
        stack[top + 1] = nodes + 1, depth + 1, low, end
        top += 2
        nodes += 2
    return feature[:nodes], threshold[:nodes], left[:nodes], right[:nodes], label[:nodes]
