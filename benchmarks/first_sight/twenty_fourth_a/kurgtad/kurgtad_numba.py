import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def minmod(a, b):
    if a * b <= 0.0:
        return 0.0
    return a if abs(a) < abs(b) else b


@nb.njit(error_model="numpy")
def face(a, b, c, d, gravity):
    """The flux between b and c."""
    step = c - b
    left, right = b + 0.5 * minmod(b - a, step), c - 0.5 * minmod(step, d - c)
    el, er = (1.0 - left) ** 2, (1.0 - right) ** 2
    wl, wr = left ** 2 + 0.25 * el, right ** 2 + 0.25 * er
    fl, fr = left ** 2 / wl, right ** 2 / wr
    gl, gr = 1.0 - gravity * el, 1.0 - gravity * er
    sl = abs(0.5 * left * (1.0 - left) / wl ** 2 * gl + fl * 2.0 * gravity * (1.0 - left))
    sr = abs(0.5 * right * (1.0 - right) / wr ** 2 * gr + fr * 2.0 * gravity * (1.0 - right))
    return 0.5 * (fl * gl + fr * gr) - 0.5 * max(sl, sr) * (right - left)


@nb.njit(error_model="numpy")
def change(s, h, out):
    n, m = s.shape
    above, below = np.zeros(m), np.zeros(m)
    for i in range(-1, n):
        a, b, c, d = max(i - 1, 0), max(i, 0), min(i + 1, n - 1), min(i + 2, n - 1)
        for j in range(m):
            below[j] = face(s[a, j], s[b, j], s[c, j], s[d, j], 5.0)
        if i >= 0:
            before = face(s[i, 0], s[i, 0], s[i, 0], s[i, min(1, m - 1)], 0.0)
            for j in range(m):
                after = face(s[i, max(j - 1, 0)], s[i, j], s[i, min(j + 1, m - 1)], s[i, min(j + 2, m - 1)], 0.0)
                out[i, j] = -(below[j] - above[j]) / h - (after - before) / h
                before = after
        above, below = below, above


@nb.njit(error_model="numpy")
def kurgtad(s, h, dt, steps):
    n, m = s.shape
    s = s.copy()
    amount = np.empty(steps)
    rate, half = np.empty((n, m)), np.empty((n, m))
    for k in range(steps):
        change(s, h, rate)
        for i in range(n):
            for j in range(m):
                half[i, j] = s[i, j] + dt * rate[i, j]
        change(half, h, rate)
        total = 0.0
        for i in range(n):
            for j in range(m):
                s[i, j] = 0.5 * (s[i, j] + half[i, j] + dt * rate[i, j])
                total += s[i, j]
        amount[k] = total / (n * m)
    return s, amount
