import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def components(n, p, h, which, l):
    r = len(which)
    total, squares, pbar, hbar, s2 = 0.0, 0.0, 0.0, 0.0, 0.0
    for g in which:
        total += n[g, l]
        squares += n[g, l] ** 2
        pbar += n[g, l] * p[g, l]
        hbar += n[g, l] * h[g, l]
    mean = total / r
    nc = (total - squares / total) / (r - 1)
    pbar /= total
    hbar /= total
    for g in which:
        s2 += n[g, l] * (p[g, l] - pbar) ** 2
    s2 /= (r - 1) * mean
    both = pbar * (1.0 - pbar) - (r - 1) / r * s2
    a = mean / nc * (s2 - (both - 0.25 * hbar) / (mean - 1.0))
    b = mean / (mean - 1.0) * (both - (2.0 * mean - 1.0) / (4.0 * mean) * hbar)
    return a, b, 0.5 * hbar


@nb.njit(error_model="numpy")
def fstweir(genes, group, groups):
    people, loci = genes.shape
    n, p, h = np.zeros((groups, loci)), np.zeros((groups, loci)), np.zeros((groups, loci))
    for k in range(people):
        g = group[k]
        for l in range(loci):
            x = genes[k, l]
            n[g, l] += x >= 0
            p[g, l] += max(x, 0)
            h[g, l] += x == 1
    everyone, two = np.arange(groups), np.empty(2, np.int64)
    each = np.zeros(loci)
    above, below = 0.0, 0.0
    for l in range(loci):
        for g in range(groups):
            p[g, l] /= 2.0 * n[g, l]
            h[g, l] /= n[g, l]
        a, b, c = components(n, p, h, everyone, l)
        total = a + b + c
        if total != 0.0:
            each[l] = a / total
        above += a
        below += total
    pairs = np.zeros((groups, groups))
    for i in range(groups):
        for j in range(i):
            two[0], two[1] = i, j
            u, v = 0.0, 0.0
            for l in range(loci):
                a, b, c = components(n, p, h, two, l)
                u += a
                v += a + b + c
            pairs[i, j] = pairs[j, i] = u / v
    return each, above / below, pairs
