import numpy as np


def standardised(genotypes):
    """Columns of mean zero and length one, missing calls at the mean; frequencies of the rarer allele."""
    known = genotypes >= 0
    count = np.maximum(known.sum(axis=0), 1)
    mean = np.where(known, genotypes, 0).sum(axis=0) / count
    centred = np.where(known, genotypes - mean, 0.0)
    length = np.sqrt(np.sum(centred**2, axis=0))
    return centred / np.where(length > 0.0, length, 1.0), np.minimum(mean / 2.0, 1.0 - mean / 2.0)


def prune(genotypes, window, shift, limit):
    """Which sites are kept so that no two within a window go together too closely, the rarer dropped; and scores of what is kept."""
    n, m = genotypes.shape
    z, rarer = standardised(genotypes)
    keep = rarer > 0.01
    dropped = np.zeros((m + shift - 1) // shift, dtype=int)
    for w, begin in enumerate(range(0, m, shift)):
        sites = begin + np.flatnonzero(keep[begin:begin + window])
        r2 = (z[:, sites].T @ z[:, sites]) ** 2
        alive = np.ones(len(sites), dtype=bool)
        for i in range(len(sites)):
            if not alive[i]:
                continue
            for j in range(i + 1, len(sites)):
                if alive[j] and r2[i, j] > limit:
                    loser = i if rarer[sites[i]] < rarer[sites[j]] else j
                    alive[loser] = False
                    dropped[w] += 1
                    if loser == i:
                        break
        keep[sites[~alive]] = False
    score = np.sum(z[:, keep] * rarer[keep], axis=1)
    return keep, dropped, score
