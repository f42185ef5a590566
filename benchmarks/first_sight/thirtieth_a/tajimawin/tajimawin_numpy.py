import numpy as np


def tajimawin(genes, place, width, step):
    """Start, diversity, Watterson's theta and Tajima's D of windows along a genome; D is nought where nothing segregates."""
    n = genes.shape[0]
    count = genes.sum(axis=0, dtype=np.int64)
    varies = (count > 0) & (count < n)
    count, place = count[varies], place[varies]
    i = np.arange(1, n)
    a1, a2 = np.sum(1.0 / i), np.sum(1.0 / i ** 2)
    b1 = (n + 1.0) / (3.0 * (n - 1.0))
    b2 = 2.0 * (n * n + n + 3.0) / (9.0 * n * (n - 1.0))
    c1, c2 = b1 - 1.0 / a1, b2 - (n + 2.0) / (a1 * n) + a2 / a1 ** 2
    e1, e2 = c1 / a1, c2 / (a1 ** 2 + a2)
    pairs = np.concatenate(([0.0], np.cumsum(2.0 * count * (n - count) / (n * (n - 1.0)))))
    start = np.arange(0, place[-1] - width, step)
    lo, hi = np.searchsorted(place, start), np.searchsorted(place, start + width)
    S = hi - lo
    pi = pairs[hi] - pairs[lo]
    D = np.zeros(start.size)
    some = S > 0
    s = S[some]
    D[some] = (pi[some] - s / a1) / np.sqrt(e1 * s + e2 * s * (s - 1))
    return start, pi / width, S / a1 / width, D
