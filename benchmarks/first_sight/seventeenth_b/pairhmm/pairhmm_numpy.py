import numpy as np

OPEN, EXTEND = 10.0**-4.5, 0.1
START = 2.0**300


def likelihood(read, right, hap, M, X, Y):
    """How likely a read comes from a haplotype: sum over all alignments, row by row. M, X, Y: two rows for each state."""
    n = hap.size
    keep, again = 1.0 - 2.0 * OPEN, 1.0 - EXTEND
    M[0, :] = 0.0
    X[0, :] = 0.0
    Y[0, :] = START / n
    for i in range(read.size):
        old, new = i % 2, (i + 1) % 2
        M[new, 0] = 0.0
        X[new, 0] = 0.0
        Y[new, 0] = 0.0
        for j in range(1, n + 1):
            fits = right[i] if read[i] == hap[j - 1] else (1.0 - right[i]) / 3.0
            M[new, j] = fits * (keep * M[old, j - 1] + again * (X[old, j - 1] + Y[old, j - 1]))
            X[new, j] = OPEN * M[old, j] + EXTEND * X[old, j]
            Y[new, j] = OPEN * M[new, j - 1] + EXTEND * Y[new, j - 1]
    last = read.size % 2
    return np.sum(M[last, 1:]) + np.sum(X[last, 1:])


def call(seq, quality, lengths, haplotypes):
    """Logarithms (base ten) of likelihoods (reads, haplotypes), the best haplotype of each read, and how certain that is."""
    reads, haps = seq.shape[0], haplotypes.shape[0]
    M, X, Y = (np.zeros((2, haplotypes.shape[1] + 1)) for _ in range(3))
    result = np.empty((reads, haps))
    for r in range(reads):
        n = lengths[r]
        right = 1.0 - 10.0 ** (-0.1 * quality[r, :n])
        for h in range(haps):
            result[r, h] = np.log10(likelihood(seq[r, :n], right, haplotypes[h], M, X, Y)) - np.log10(START)
    best = np.argmax(result, axis=1)
    odds = 10.0 ** (result - result.max(axis=1)[:, None])
    return result, best, 1.0 / odds.sum(axis=1)
