import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def upwards(sets, weight, left, right):
    taxa = left.size + 1
    score = 0
    for k in range(taxa - 1):
        a, b, c = sets[left[k]], sets[right[k]], sets[taxa + k]
        for s in range(weight.size):
            both = a[s] & b[s]
            none = both == 0
            c[s] = a[s] | b[s] if none else both
            score += weight[s] * none
    return score


@nb.njit(error_model="numpy")
def fitchpars(genes, weight, left, right):
    taxa, sites = genes.shape
    trees = left.shape[0]
    sets = np.zeros((2 * taxa - 1, sites), np.uint8)
    sets[:taxa] = genes
    score = np.zeros(trees, np.int64)
    best = 0
    for t in range(trees):
        score[t] = upwards(sets, weight, left[t], right[t])
        if score[t] < score[best]:
            best = t
    upwards(sets, weight, left[best], right[best])
    changes = np.zeros(2 * taxa - 1, np.int64)
    root = sets[2 * taxa - 2]
    for s in range(sites):
        root[s] = root[s] & -root[s]
    for k in range(taxa - 2, -1, -1):
        above = sets[taxa + k]
        for side in range(2):
            child = left[best, k] if side == 0 else right[best, k]
            row = sets[child]
            total = 0
            for s in range(sites):
                new = above[s] if row[s] & above[s] else np.uint8(row[s] & -row[s])
                row[s] = new
                total += weight[s] * (new != above[s])
            changes[child] = total
    return score, best, changes
