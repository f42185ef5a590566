import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def times(diags, offsets, x, y):
    """Some rows at a time, so that they stay near while all diagonals pass."""
    n = x.size
    for first in range(0, n, 2048):
        last = min(first + 2048, n)
        y[first:last] = 0.0
        for k in range(offsets.size):
            o = offsets[k]
            lo, hi = max(first, -o), min(last, n - o)
            if lo < hi:
                out, a, b = y[lo:hi], diags[k, lo:hi], x[lo + o:hi + o]
                for i in range(hi - lo):
                    out[i] += a[i] * b[i]


@nb.njit(error_model="numpy")
def dot(a, b):
    total = 0.0
    for i in range(a.size):
        total += a[i] * b[i]
    return total


@nb.njit(error_model="numpy")
def diabistab(diags, offsets, b, rounds, tol=1e-13):
    n = b.size
    main = diags[0]
    for k in range(offsets.size):
        if offsets[k] == 0:
            main = diags[k]
    x, ph, v, s, sh, t, r = b / main, np.empty(n), np.empty(n), np.empty(n), np.empty(n), np.empty(n), np.empty(n)
    times(diags, offsets, x, v)
    for i in range(n):
        r[i] = b[i] - v[i]
    shadow, p = r.copy(), r.copy()
    rho = dot(shadow, r)
    goal = tol * np.sqrt(dot(b, b))
    for _ in range(rounds):
        for i in range(n):
            ph[i] = p[i] / main[i]
        times(diags, offsets, ph, v)
        alpha = rho / dot(shadow, v)
        total = 0.0
        for i in range(n):
            s[i] = r[i] - alpha * v[i]
            sh[i] = s[i] / main[i]
            total += s[i] * s[i]
        if np.sqrt(total) < goal:
            for i in range(n):
                x[i] += alpha * ph[i]
            break
        times(diags, offsets, sh, t)
        ts, tt = 0.0, 0.0
        for i in range(n):
            ts += t[i] * s[i]
            tt += t[i] * t[i]
        omega = ts / tt
        total, new = 0.0, 0.0
        for i in range(n):
            x[i] += alpha * ph[i] + omega * sh[i]
            r[i] = s[i] - omega * t[i]
            total += r[i] * r[i]
            new += shadow[i] * r[i]
        if np.sqrt(total) < goal:
            break
        beta = new / rho * alpha / omega
        rho = new
        for i in range(n):
            p[i] = r[i] + beta * (p[i] - omega * v[i])
    return x
