import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def immtrack(seen, first, F, Q, R, switch):
    times, targets, _ = seen.shape
    models = F.shape[0]
    path, chances = np.empty((times, targets, 4)), np.empty((times, targets, models))
    trace = np.zeros(targets)
    x, y = np.empty((models, 4)), np.empty((models, 4))
    P, C = np.empty((models, 4, 4)), np.empty((models, 4, 4))
    mu, ahead = np.empty(models), np.empty(models)
    FP, gain, xs = np.empty((4, 4)), np.empty((4, 2)), np.empty(4)
    for n in range(targets):
        P[:] = 0.0
        for j in range(models):
            mu[j] = 1.0 / models
            for a in range(4):
                x[j, a] = first[n, a]
                P[j, a, a] = 25.0 if a < 2 else 9.0
        for t in range(times):
            for j in range(models):
                ahead[j] = 0.0
                for i in range(models):
                    ahead[j] += switch[i, j] * mu[i]
                y[j] = 0.0
                for i in range(models):
                    share = switch[i, j] * mu[i] / ahead[j]
                    for a in range(4):
                        y[j, a] += share * x[i, a]
                C[j] = 0.0
                for i in range(models):
                    share = switch[i, j] * mu[i] / ahead[j]
                    for a in range(4):
                        for b in range(4):
                            C[j, a, b] += share * (P[i, a, b] + (x[i, a] - y[j, a]) * (x[i, b] - y[j, b]))
            total = 0.0
            for j in range(models):
                for a in range(4):
                    xs[a] = 0.0
                    for b in range(4):
                        xs[a] += F[j, a, b] * y[j, b]
                        FP[a, b] = 0.0
                        for c in range(4):
                            FP[a, b] += F[j, a, c] * C[j, c, b]
                for a in range(4):
                    for b in range(4):
                        C[j, a, b] = Q[j, a, b]
                        for c in range(4):
                            C[j, a, b] += FP[a, c] * F[j, b, c]
                s00, s01 = C[j, 0, 0] + R[0, 0], C[j, 0, 1] + R[0, 1]
                s10, s11 = C[j, 1, 0] + R[1, 0], C[j, 1, 1] + R[1, 1]
                det = s00 * s11 - s01 * s10
                o0, o1 = seen[t, n, 0] - xs[0], seen[t, n, 1] - xs[1]
                for a in range(4):
                    gain[a, 0] = (C[j, a, 0] * s11 - C[j, a, 1] * s10) / det
                    gain[a, 1] = (C[j, a, 1] * s00 - C[j, a, 0] * s01) / det
                    x[j, a] = xs[a] + gain[a, 0] * o0 + gain[a, 1] * o1
                for a in range(4):
                    for b in range(4):
                        P[j, a, b] = C[j, a, b] - gain[a, 0] * C[j, 0, b] - gain[a, 1] * C[j, 1, b]
                far = (o0 * o0 * s11 - o0 * o1 * (s01 + s10) + o1 * o1 * s00) / det
                likely = np.exp(-0.5 * far) / (2.0 * np.pi * np.sqrt(det))
                ahead[j] *= max(likely, 1e-200)
                total += ahead[j]
            path[t, n] = 0.0
            for j in range(models):
                mu[j] = ahead[j] / total
                chances[t, n, j] = mu[j]
                for a in range(4):
                    path[t, n, a] += mu[j] * x[j, a]
        for j in range(models):
            trace[n] += mu[j] * (P[j, 0, 0] + P[j, 1, 1] + P[j, 2, 2] + P[j, 3, 3])
    return path, chances, trace
