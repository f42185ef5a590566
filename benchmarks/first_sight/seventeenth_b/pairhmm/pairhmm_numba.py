import numba as nb
import numpy as np

OPEN, EXTEND = 10.0**-4.5, 0.1
START = 2.0**300


@nb.njit
def likelihood(read, n, right, hap, M, X, Y):
    """Rows in place: what the row before had is kept for one column only."""
    keep, again = 1.0 - 2.0 * OPEN, 1.0 - EXTEND
    M[:] = 0.0
    X[:] = 0.0
    Y[:] = START / hap.size
    for i in range(n):
        base, hit, miss = read[i], right[i], (1.0 - right[i]) / 3.0
        diagonal = keep * M[0] + again * (X[0] + Y[0])
        m, y = 0.0, 0.0
        M[0], X[0], Y[0] = 0.0, 0.0, 0.0
        for j in range(1, hap.size + 1):
            old_m, old_x, old_y = M[j], X[j], Y[j]
            y = OPEN * m + EXTEND * y
            m = (hit if base == hap[j - 1] else miss) * diagonal
            diagonal = keep * old_m + again * (old_x + old_y)
            M[j], X[j], Y[j] = m, OPEN * old_m + EXTEND * old_x, y
    total = 0.0
    for j in range(1, hap.size + 1):
        total += M[j] + X[j]
    return total


@nb.njit
def call(seq, quality, lengths, haplotypes):
    reads, haps = seq.shape[0], haplotypes.shape[0]
    states = np.empty((3, haplotypes.shape[1] + 1))
    result, best, certain = np.empty((reads, haps)), np.empty(reads, np.int64), np.empty(reads)
    right = np.empty(seq.shape[1])
    for r in range(reads):
        for i in range(lengths[r]):
            right[i] = 1.0 - 10.0 ** (-0.1 * quality[r, i])
        for h in range(haps):
            result[r, h] = np.log10(likelihood(seq[r], lengths[r], right, haplotypes[h], states[0], states[1], states[2])) - np.log10(START)
        best[r] = np.argmax(result[r])
        total = 0.0
        for h in range(haps):
            total += 10.0 ** (result[r, h] - result[r, best[r]])
        certain[r] = 1.0 / total
    return result, best, certain
