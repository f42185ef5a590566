import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def wanghenke(antoine, feed, where, reflux, top, pressure, stages, sweeps):
    parts = feed.size
    a, b, c = antoine
    boil = b / (a - np.log10(pressure)) - c
    warmth = np.linspace(np.min(boil), np.max(boil), stages)
    bottom = 1.0 - top
    liquid = np.empty(stages)
    for i in range(stages):
        liquid[i] = reflux * top if i < where else reflux * top + 1.0
    liquid[stages - 1] = 0.0
    vapour = (reflux + 1.0) * top
    x, upper, k = np.empty((stages, parts)), np.zeros((stages, parts)), np.empty((stages, parts))
    ten = np.log(10.0)
    turns = 0
    for s in range(sweeps):
        for i in range(stages):
            for p in range(parts):
                k[i, p] = 10.0 ** (a[p] - b[p] / (warmth[i] + c[p])) / pressure
        for i in range(stages):
            gone = liquid[i] + (top if i == 0 else 0.0) + (bottom if i == stages - 1 else 0.0)
            for p in range(parts):
                diagonal, right = gone, feed[p] if i == where else 0.0
                if i > 0:
                    diagonal += vapour * k[i, p] - liquid[i - 1] * upper[i - 1, p]
                    right += liquid[i - 1] * x[i - 1, p]
                if i < stages - 1:
                    upper[i, p] = vapour * k[i + 1, p] / diagonal
                x[i, p] = right / diagonal
        for i in range(stages - 2, -1, -1):
            for p in range(parts):
                x[i, p] += upper[i, p] * x[i + 1, p]
        worst = 0.0
        for i in range(stages):
            total = 0.0
            for p in range(parts):
                x[i, p] = max(x[i, p], 0.0)
                total += x[i, p]
            for p in range(parts):
                x[i, p] /= total
            new = warmth[i]
            for _ in range(4):
                value, slope = 0.0, 0.0
                for p in range(parts):
                    t = new + c[p]
                    q = x[i, p] * (10.0 ** (a[p] - b[p] / t) / pressure)
                    value += q
                    slope += q * ten * b[p] / t ** 2
                new -= min(max((value - 1.0) / slope, -15.0), 15.0)
            worst = max(worst, abs(new - warmth[i]))
            warmth[i] = new
        turns = s + 1
        if worst < 1e-9:
            break
    return x, warmth, turns
