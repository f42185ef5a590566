import numpy as np


def lowest(s):
    """The lowest bit of each set; it wraps around."""
    return s & (~s + np.uint8(1))


def upwards(sets, weight, left, right):
    """Sets of all inner nodes, and what their changes weigh."""
    taxa = left.size + 1
    score = 0
    for k in range(taxa - 1):
        a, b = sets[left[k]], sets[right[k]]
        both = a & b
        none = both == 0
        sets[taxa + k] = np.where(none, a | b, both)
        score += weight[none].sum()
    return score


def fitchpars(genes, weight, left, right):
    """Score of each tree, the best tree, and changes on the branch above each of its nodes."""
    taxa, sites = genes.shape
    sets = np.zeros((2 * taxa - 1, sites), dtype=np.uint8)
    sets[:taxa] = genes
    score = np.array([upwards(sets, weight, left[t], right[t]) for t in range(left.shape[0])])
    best = np.argmin(score)
    upwards(sets, weight, left[best], right[best])
    sets[-1] = lowest(sets[-1])
    changes = np.zeros(2 * taxa - 1, dtype=np.int64)
    for k in range(taxa - 2, -1, -1):
        above = sets[taxa + k]
        for child in (left[best, k], right[best, k]):
            sets[child] = np.where(sets[child] & above, above, lowest(sets[child]))
            changes[child] = weight[sets[child] != above].sum()
    return score, best, changes
