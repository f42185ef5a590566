import numba as nb
import numpy as np


@nb.njit
def misfit(p, t, y):
    total = 0.0
    for i in range(len(t)):
        r = y[i] - (p[0] * np.exp(-p[1] * t[i]) * np.cos(p[2] * t[i]) + p[3])
        total += r * r
    return total


@nb.njit
def fit(start, t, y, limit):
    starts, d = start.shape
    best, value, used = np.empty_like(start), np.empty(starts), np.zeros(starts, np.int64)
    simplex, f = np.empty((d + 1, d)), np.empty(d + 1)
    middle, turned, far = np.empty(d), np.empty(d), np.empty(d)
    for s in range(starts):
        for k in range(d + 1):
            simplex[k] = start[s]
        for k in range(d):
            simplex[k + 1, k] = simplex[k + 1, k] * 1.1 + 0.01
        for k in range(d + 1):
            f[k] = misfit(simplex[k], t, y)
        while used[s] < limit:
            for k in range(1, d + 1):
                j = k
                while j > 0 and f[j - 1] > f[j]:
                    f[j - 1], f[j] = f[j], f[j - 1]
                    for a in range(d):
                        simplex[j - 1, a], simplex[j, a] = simplex[j, a], simplex[j - 1, a]
                    j -= 1
            if f[d] - f[0] < 1e-9:
                break
            used[s] += 1
            for a in range(d):
                total = 0.0
                for k in range(d):
                    total += simplex[k, a]
                middle[a] = total / d
                turned[a] = 2.0 * middle[a] - simplex[d, a]
            ft = misfit(turned, t, y)
            if ft < f[0]:
                for a in range(d):
                    far[a] = 3.0 * middle[a] - 2.0 * simplex[d, a]
                ff = misfit(far, t, y)
                if ff < ft:
                    simplex[d] = far
                    f[d] = ff
                else:
                    simplex[d] = turned
                    f[d] = ft
            elif ft < f[d - 1]:
                simplex[d] = turned
                f[d] = ft
            else:
                for a in range(d):
                    far[a] = 0.5 * (middle[a] + (turned[a] if ft < f[d] else simplex[d, a]))
                ff = misfit(far, t, y)
                if ff < min(ft, f[d]):
                    simplex[d] = far
                    f[d] = ff
                else:
                    for k in range(1, d + 1):
                        for a in range(d):
                            simplex[k, a] = 0.5 * (simplex[0, a] + simplex[k, a])
                        f[k] = misfit(simplex[k], t, y)
        least = np.argmin(f)
        best[s] = simplex[least]
        value[s] = f[least]
    return best, value, used
