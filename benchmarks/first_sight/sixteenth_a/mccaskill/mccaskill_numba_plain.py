import numba as nb
import numpy as np


@nb.njit
def fold(seq, energy, kt, hairpin=3, bulge=8, a=2.0, b=0.1, c=0.3):
    n = len(seq)
    Q = np.ones((n + 1, n + 1))
    Qb = np.zeros((n + 1, n + 1))
    Qm = np.zeros((n + 1, n + 1))
    closing, branch, free = np.exp(-a / kt), np.exp(-b / kt), np.exp(-c / kt)
    loop = np.exp(-0.4 * np.arange(2 * bulge + 4) / kt)
    alone = free ** np.arange(n + 1)
    for d in range(hairpin + 1, n):
        for i in range(n - d):
            j = i + d
            pair = energy[seq[i], seq[j]]
            if pair < 0.0:
                total = np.exp(-(3.0 + 0.2 * d) / kt)
                for k in range(i + 1, min(i + bulge, j - hairpin)):
                    for l in range(max(k + hairpin + 1, j - 1 - bulge + (k - i - 1)), j):
                        if Qb[k, l] > 0.0:
                            total += loop[k - i - 1 + j - l - 1] * Qb[k, l]
                for k in range(i + 2, j - 1):
                    total += Qm[i + 1, k] * Qm[k + 1, j - 1] * closing * branch
                Qb[i, j] = total * np.exp(-pair / kt)
            multi, z = 0.0, Q[i, j - 1]
            for k in range(i, j - hairpin):
                paired = Qb[k, j]
                if paired > 0.0:
                    multi += (alone[k - i] + (Qm[i, k - 1] if k > i else 0.0)) * paired
                    z += (Q[i, k - 1] if k > i else 1.0) * paired
            Qm[i, j] = multi * branch + Qm[i, j - 1] * free
            Q[i, j] = z
    return Q[0, n - 1], Q, Qb
