import numba as nb
import numpy as np


@nb.njit
def track(seen, x, v, noise, draws, spread=0.5, dt=0.5, least=0.5):
    steps, n = seen.size, x.size
    x, v = x.copy(), v.copy()
    fx, fv = np.empty(n), np.empty(n)
    logw, w = np.zeros(n), np.empty(n)
    mean, spreads, effective = np.empty(steps), np.empty(steps), np.empty(steps)
    renewals = 0
    for t in range(steps):
        top = -np.inf
        for i in range(n):
            p = x[i]
            v[i] = 0.97 * v[i] - 0.05 * dt * (p * p * p) / (1.0 + p * p) + 0.3 * noise[t, 1, i]
            x[i] = p + dt * v[i] + 0.1 * noise[t, 0, i]
            miss = (seen[t] - x[i] - 0.05 * x[i] * abs(x[i])) / spread
            logw[i] -= np.log1p(miss * miss / 4.0) * 2.5
            top = max(top, logw[i])
        total = 0.0
        for i in range(n):
            w[i] = np.exp(logw[i] - top)
            total += w[i]
        m, square = 0.0, 0.0
        for i in range(n):
            w[i] /= total
            m += w[i] * x[i]
            square += w[i] * w[i]
        var = 0.0
        for i in range(n):
            var += w[i] * (x[i] - m) ** 2
        mean[t], spreads[t], effective[t] = m, np.sqrt(var), 1.0 / square
        if effective[t] < least * n:
            k, edge = 0, w[0]
            for i in range(n):
                place = (i + draws[t]) / n
                while k < n - 1 and edge < place:
                    k += 1
                    edge += w[k]
                fx[i], fv[i] = x[k], v[k]
            x, fx = fx, x
            v, fv = fv, v
            logw[:] = 0.0
            renewals += 1
    return mean, spreads, effective, renewals
