import numba as nb
import numpy as np


@nb.njit
def likelihood(tips, left, right, lengths, Q, pi, rates):
    count, sites = tips.shape
    inner, classes = left.size, rates.size
    root = np.sqrt(pi)
    S = np.empty((4, 4))
    for i in range(4):
        for j in range(4):
            S[i, j] = root[i] * Q[i, j] / root[j]
    values, vectors = np.linalg.eigh(S)
    change = np.zeros((count + inner, classes, 4, 4))
    for n in range(count + inner):
        for r in range(classes):
            for k in range(4):
                e = np.exp(lengths[n] * rates[r] * values[k])
                for i in range(4):
                    for j in range(4):
                        change[n, r, i, j] += vectors[i, k] / root[i] * e * vectors[j, k] * root[j]
    partial = np.zeros((count + inner, classes, 4, sites))
    for n in range(count):
        for r in range(classes):
            for s in range(sites):
                partial[n, r, tips[n, s], s] = 1.0
    scale, most = np.zeros(sites), np.empty(sites)
    for k in range(inner):
        a, b = left[k], right[k]
        most[:] = 0.0
        for r in range(classes):
            pa, pb, here = partial[a, r], partial[b, r], partial[count + k, r]
            for i in range(4):
                a0, a1, a2, a3 = change[a, r, i, 0], change[a, r, i, 1], change[a, r, i, 2], change[a, r, i, 3]
                b0, b1, b2, b3 = change[b, r, i, 0], change[b, r, i, 1], change[b, r, i, 2], change[b, r, i, 3]
                for s in range(sites):
                    v = ((a0 * pa[0, s] + a1 * pa[1, s] + a2 * pa[2, s] + a3 * pa[3, s])
                         * (b0 * pb[0, s] + b1 * pb[1, s] + b2 * pb[2, s] + b3 * pb[3, s]))
                    here[i, s] = v
                    most[s] = max(most[s], v)
        for s in range(sites):
            scale[s] += np.log(most[s])
            most[s] = 1.0 / most[s]
        for r in range(classes):
            for i in range(4):
                for s in range(sites):
                    partial[count + k, r, i, s] *= most[s]
    persite = np.empty(sites)
    loglik = 0.0
    for s in range(sites):
        p = 0.0
        for r in range(classes):
            for i in range(4):
                p += partial[count + inner - 1, r, i, s] * pi[i]
        persite[s] = np.log(p / classes) + scale[s]
        loglik += persite[s]
    return loglik, persite
