import numba as nb
import numpy as np


@nb.njit
def label(source, target, n):
    labels = np.arange(n)
    edges = len(source)
    changed = True
    while changed:
        changed = False
        for e in range(edges):
            a, b = labels[source[e]], labels[target[e]]
            if b < a:
                labels[source[e]] = b
                changed = True
            elif a < b:
                labels[target[e]] = a
                changed = True
        for i in range(n):
            labels[i] = labels[labels[i]]
    sizes = np.zeros(n, np.int64)
    for i in range(n):
        sizes[labels[i]] += 1
    return labels, sizes, np.argmax(sizes)
