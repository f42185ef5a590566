import numpy as np


def sandpile(sand):
    topples = np.zeros(sand.shape, dtype=np.int64)
    before = np.sum(sand)
    rounds = 0
    while np.any(sand > 3):
        give = sand // 4
        sand -= 4 * give
        sand[1:] += give[:-1]
        sand[:-1] += give[1:]
        sand[:, 1:] += give[:, :-1]
        sand[:, :-1] += give[:, 1:]
        topples += give
        rounds += 1
    return rounds, before - np.sum(sand), topples
