import numpy as np


def inside(rules, emit, words, start=0):
    """rules[a, b, c]: how likely a becomes b c; emit[a, w]: how likely a becomes the word w."""
    n, k = len(words), rules.shape[0]
    table = np.zeros((n, n + 1, k))
    for i in range(n):
        table[i, i + 1] = emit[:, words[i]]
    for span in range(2, n + 1):
        for i in range(n - span + 1):
            j = i + span
            pairs = np.zeros((k, k))
            for s in range(i + 1, j):
                pairs += np.outer(table[i, s], table[s, j])
            table[i, j] = np.sum(rules * pairs, axis=(1, 2))
    return table, np.log(table[0, n, start])
