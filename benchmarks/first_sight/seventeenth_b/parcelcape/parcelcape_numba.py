import numba as nb
import numpy as np

RD, CP, LV, EPS = 287.04, 1005.7, 2.501e6, 0.622
KAPPA = RD / CP


@nb.njit
def saturation(p, t):
    e = 6.112 * np.exp(17.67 * (t - 273.15) / (t - 29.65))
    return EPS * e / (p - e)


@nb.njit
def moist_slope(p, t):
    r = saturation(p, t)
    return (RD * t + LV * r) / (CP + LV * LV * r * EPS / (RD * t * t)) / p


@nb.njit
def virtual(t, r):
    return t * (1.0 + r / EPS) / (1.0 + r)


@nb.njit
def ascent(p, t, r):
    """Level by level along rows, with what a column needs from the level below; only one of the two temperatures is computed."""
    levels, columns = t.shape
    cape, cin, lcl, cold = np.zeros(columns), np.zeros(columns), np.empty(columns), np.empty(columns)
    lfc, top = np.full(columns, np.nan), np.full(columns, np.nan)
    now, before, owed = t[0].copy(), np.zeros(columns), np.zeros(columns)
    free = np.zeros(columns, np.bool_)
    for c in range(columns):
        e = p[0] * r[0, c] / (EPS + r[0, c])
        cold[c] = 2840.0 / (3.5 * np.log(t[0, c]) - np.log(e) - 4.805) + 55.0
        lcl[c] = p[0] * (cold[c] / t[0, c]) ** (1.0 / KAPPA)
    for k in range(1, levels):
        dry, log = (p[k] / p[0]) ** KAPPA, np.log(p[k - 1] / p[k])
        for c in range(columns):
            if p[k] >= lcl[c]:
                now[c], wet = t[0, c] * dry, r[0, c]
            else:
                start, warm = (lcl[c], cold[c]) if p[k - 1] > lcl[c] else (p[k - 1], now[c])
                dp = p[k] - start
                middle = warm + 0.5 * dp * moist_slope(start, warm)
                now[c] = warm + dp * moist_slope(start + 0.5 * dp, middle)
                wet = saturation(p[k], now[c])
            force = RD * (virtual(now[c], wet) - virtual(t[k, c], r[k, c]))
            layer = 0.5 * (force + before[c]) * log
            before[c] = force
            if layer > 0.0 and p[k] < lcl[c]:
                cape[c] += layer
                if not free[c]:
                    free[c], cin[c], lfc[c] = True, owed[c], p[k - 1]
                top[c] = p[k]
            elif layer < 0.0:
                owed[c] += layer
    return cape, cin, lcl, lfc, top
