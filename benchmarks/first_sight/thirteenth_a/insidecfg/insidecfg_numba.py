import numba as nb
import numpy as np


@nb.njit
def inside(rules, emit, words, start=0):
    n, k = len(words), rules.shape[0]
    table = np.zeros((n, n + 1, k))
    for i in range(n):
        for a in range(k):
            table[i, i + 1, a] = emit[a, words[i]]
    pairs = np.empty((k, k))
    for span in range(2, n + 1):
        for i in range(n - span + 1):
            j = i + span
            pairs[:] = 0.0
            for s in range(i + 1, j):
                for b in range(k):
                    f = table[i, s, b]
                    for c in range(k):
                        pairs[b, c] += f * table[s, j, c]
            for a in range(k):
                total = 0.0
                for b in range(k):
                    for c in range(k):
                        total += rules[a, b, c] * pairs[b, c]
                table[i, j, a] = total
    return table, np.log(table[0, n, start])
