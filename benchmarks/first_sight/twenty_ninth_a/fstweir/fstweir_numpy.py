import numpy as np


def components(n, p, h):
    """Variance among populations, among people in them and within people, one row a population, one column a locus."""
    r = len(n)
    mean = n.mean(axis=0)
    nc = (r * mean - np.sum(n ** 2, axis=0) / (r * mean)) / (r - 1)
    pbar = np.sum(n * p, axis=0) / (r * mean)
    s2 = np.sum(n * (p - pbar) ** 2, axis=0) / ((r - 1) * mean)
    hbar = np.sum(n * h, axis=0) / (r * mean)
    both = pbar * (1.0 - pbar) - (r - 1) / r * s2
    a = mean / nc * (s2 - (both - 0.25 * hbar) / (mean - 1.0))
    b = mean / (mean - 1.0) * (both - (2.0 * mean - 1.0) / (4.0 * mean) * hbar)
    return a, b, 0.5 * hbar


def fstweir(genes, group, groups):
    """F_ST of each locus, nought where nobody differs, of all of them, and of each pair of populations."""
    known = genes >= 0
    n, p, h = (np.zeros((groups, genes.shape[1])) for _ in range(3))
    for g in range(groups):
        mine = group == g
        n[g] = np.count_nonzero(known[mine], axis=0)
        p[g] = np.sum(genes[mine], axis=0, where=known[mine]) / (2.0 * n[g])
        h[g] = np.count_nonzero(genes[mine] == 1, axis=0) / n[g]
    a, b, c = components(n, p, h)
    total = a + b + c
    each = np.divide(a, total, out=np.zeros_like(a), where=total != 0.0)
    pairs = np.zeros((groups, groups))
    for i in range(groups):
        for j in range(i):
            two = [i, j]
            u, v, w = components(n[two], p[two], h[two])
            pairs[i, j] = pairs[j, i] = u.sum() / (u + v + w).sum()
    return each, a.sum() / total.sum(), pairs
