import numba as nb
import numpy as np


@nb.njit
def option(draws, spot, strike, rate, sigma, years):
    dates, paths = draws.shape
    dt = years / dates
    drift, spread = (rate - 0.5 * sigma**2) * dt, sigma * np.sqrt(dt)
    S = np.empty((dates, paths))
    total = np.zeros(paths)
    for t in range(dates):
        for p in range(paths):
            total[p] += drift + spread * draws[t, p]
            S[t, p] = spot * np.exp(total[p])
    discount = np.exp(-rate * dt)
    cash = np.empty(paths)
    for p in range(paths):
        cash[p] = max(strike - S[dates - 1, p], 0.0)
    early = np.zeros(dates)
    M, r = np.empty((4, 4)), np.empty(4)
    for t in range(dates - 2, -1, -1):
        s0, s1, s2, s3, s4, s5, s6 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        r0, r1, r2, r3 = 0.0, 0.0, 0.0, 0.0
        for p in range(paths):
            cash[p] *= discount
            if S[t, p] < strike:
                x = S[t, p] / strike
                c = cash[p]
                x2 = x * x
                x3 = x2 * x
                s0 += 1.0
                s1 += x
                s2 += x2
                s3 += x3
                s4 += x2 * x2
                s5 += x2 * x3
                s6 += x3 * x3
                r0 += c
                r1 += c * x
                r2 += c * x2
                r3 += c * x3
        M[0, 0], M[0, 1], M[0, 2], M[0, 3] = s0, s1, s2, s3
        M[1, 0], M[1, 1], M[1, 2], M[1, 3] = s1, s2, s3, s4
        M[2, 0], M[2, 1], M[2, 2], M[2, 3] = s2, s3, s4, s5
        M[3, 0], M[3, 1], M[3, 2], M[3, 3] = s3, s4, s5, s6
        r[0], r[1], r[2], r[3] = r0, r1, r2, r3
        w = np.linalg.solve(M, r)
        used = 0
        for p in range(paths):
            if S[t, p] < strike:
                x = S[t, p] / strike
                now = strike - S[t, p]
                if now > w[0] + x * (w[1] + x * (w[2] + x * w[3])):
                    cash[p] = now
                    used += 1
        early[t] = used / paths
    mean, square = 0.0, 0.0
    for p in range(paths):
        cash[p] *= discount
        mean += cash[p]
    mean /= paths
    for p in range(paths):
        square += (cash[p] - mean) ** 2
    return mean, np.sqrt(square / paths) / np.sqrt(paths), early
