import numpy as np


def misfit(p, t, y):
    model = p[0] * np.exp(-p[1] * t) * np.cos(p[2] * t) + p[3]
    return np.sum((y - model) ** 2)


def fit(start, t, y, limit):
    """Least squares from several starts by Nelder and Mead's simplex: parameters, sums of squares, iterations used."""
    starts, d = start.shape
    best = np.empty_like(start)
    value = np.empty(starts)
    used = np.zeros(starts, dtype=int)
    for s in range(starts):
        simplex = np.tile(start[s], (d + 1, 1))
        for k in range(d):
            simplex[k + 1, k] *= 1.1
            simplex[k + 1, k] += 0.01
        f = np.array([misfit(p, t, y) for p in simplex])
        while used[s] < limit:
            order = np.argsort(f, kind="stable")
            simplex, f = simplex[order], f[order]
            if f[-1] - f[0] < 1e-9:
                break
            used[s] += 1
            middle = simplex[:-1].mean(axis=0)
            turned = 2.0 * middle - simplex[-1]
            ft = misfit(turned, t, y)
            if ft < f[0]:
                far = 3.0 * middle - 2.0 * simplex[-1]
                ff = misfit(far, t, y)
                if ff < ft:
                    simplex[-1], f[-1] = far, ff
                else:
                    simplex[-1], f[-1] = turned, ft
            elif ft < f[-2]:
                simplex[-1], f[-1] = turned, ft
            else:
                near = 0.5 * (middle + (turned if ft < f[-1] else simplex[-1]))
                fn = misfit(near, t, y)
                if fn < min(ft, f[-1]):
                    simplex[-1], f[-1] = near, fn
                else:
                    for k in range(1, d + 1):
                        simplex[k] = 0.5 * (simplex[0] + simplex[k])
                        f[k] = misfit(simplex[k], t, y)
        least = np.argmin(f)
        best[s] = simplex[least]
        value[s] = f[least]
    return best, value, used
