import numba as nb
import numpy as np

FULL, REST, ALPHA, N, KS = 0.43, 0.078, 3.6, 1.56, 2.9e-6
M = 1.0 - 1.0 / N


@nb.njit
def infiltrate(h, dz, dt, steps, rain, tol=1e-6, most=30):
    n = h.size
    its = np.zeros(steps, np.int64)
    stored = np.zeros(steps)
    before, guess, k, w, cap = np.empty(n), np.empty(n), np.empty(n), np.empty(n), np.empty(n)
    c, d = np.empty(n), np.empty(n)
    for t in range(steps):
        for i in range(n):
            s = (1.0 + abs(ALPHA * h[i]) ** N) ** (-M) if h[i] < 0.0 else 1.0
            before[i] = REST + (FULL - REST) * s
            guess[i] = h[i]
        gap, turns = 1.0, 0
        while gap > tol and turns < most:
            for i in range(n):
                g = guess[i]
                if g < 0.0:
                    ah = abs(ALPHA * g)
                    p = ah**N
                    inner = 1.0 + p
                    s = inner ** (-M)
                    cap[i] = ALPHA * M * N * (FULL - REST) * (p / ah) * (s / inner) + 1e-7
                    k[i] = KS * np.sqrt(s) * (1.0 - (1.0 - 1.0 / inner) ** M) ** 2
                else:
                    s = 1.0
                    cap[i] = 1e-7
                    k[i] = KS
                w[i] = REST + (FULL - REST) * s
            below, upper = 0.0, 0.0
            for i in range(n):
                lower = upper
                between = 0.5 * (k[i] + k[i + 1]) if i < n - 1 else 0.0
                upper = -between / dz**2
                main = cap[i] / dt - lower - upper
                rhs = cap[i] / dt * guess[i] - (w[i] - before[i]) / dt
                rhs += (below if i > 0 else -k[0]) / dz if i > 0 else -k[0] / dz
                rhs -= between / dz if i < n - 1 else -rain / dz
                if i == 0:
                    c[0], d[0] = upper / main, rhs / main
                else:
                    under = 1.0 / (main - lower * c[i - 1])
                    c[i] = upper * under
                    d[i] = (rhs - lower * d[i - 1]) * under
                below = between
            gap = abs(d[n - 1] - guess[n - 1])
            guess[n - 1] = d[n - 1]
            for i in range(n - 2, -1, -1):
                d[i] -= c[i] * d[i + 1]
                gap = max(gap, abs(d[i] - guess[i]))
                guess[i] = d[i]
            turns += 1
        its[t] = turns
        total = 0.0
        for i in range(n):
            h[i] = guess[i]
            s = (1.0 + abs(ALPHA * h[i]) ** N) ** (-M) if h[i] < 0.0 else 1.0
            total += REST + (FULL - REST) * s
        stored[t] = dz * total
    return its, stored
