import numpy as np


def warshall(reach):
    n = len(reach)
    for k in range(n):
        for i in range(n):
            if reach[i, k]:
                reach[i] = reach[i] | reach[k]
    pairs = np.count_nonzero(reach)
    return pairs
