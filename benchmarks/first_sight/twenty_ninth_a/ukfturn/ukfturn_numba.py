import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def wrapped(angle):
    return (angle + np.pi) % (2.0 * np.pi) - np.pi


@nb.njit(error_model="numpy")
def ukfturn(radar, dt=1.0, spread=0.5):
    n, count = 5, len(radar)
    lam = n * (spread ** 2 - 1.0)
    wm, wc = np.full(11, 0.5 / (n + lam)), np.full(11, 0.5 / (n + lam))
    wm[0] = lam / (n + lam)
    wc[0] = wm[0] + 3.0 - spread ** 2
    noise = np.array([0.5, 0.5, 0.2, 1e-4, 2e-4])
    track, spreads = np.zeros((count, n)), np.zeros((count, n))
    mean, P = np.zeros(n), np.zeros((n, n))
    mean[0], mean[1], mean[2] = radar[0, 0] * np.cos(radar[0, 1]), radar[0, 0] * np.sin(radar[0, 1]), 10.0
    P[0, 0], P[1, 1], P[2, 2], P[3, 3], P[4, 4] = 100.0, 100.0, 25.0, 1.0, 0.01
    L, X, Z, C, K = np.zeros((n, n)), np.empty((11, n)), np.empty((11, 2)), np.empty((n, 2)), np.empty((n, 2))
    likelihood = 0.0
    for i in range(n):
        track[0, i], spreads[0, i] = mean[i], P[i, i]
    for t in range(1, count):
        for i in range(n):
            for j in range(i + 1):
                s = (n + lam) * P[i, j]
                for k in range(j):
                    s -= L[i, k] * L[j, k]
                L[i, j] = np.sqrt(s) if i == j else s / L[j, j]
        for i in range(n):
            X[0, i] = mean[i]
            for k in range(n):
                X[1 + k, i] = mean[i] + L[i, k]
                X[6 + k, i] = mean[i] - L[i, k]
        mean[:] = 0.0
        m0, m1 = 0.0, 0.0
        for p in range(11):
            v, heading, rate = X[p, 2], X[p, 3], X[p, 4]
            if abs(rate) < 1e-5:
                X[p, 0] += v * dt * np.cos(heading)
                X[p, 1] += v * dt * np.sin(heading)
            else:
                X[p, 0] += v / rate * (np.sin(heading + rate * dt) - np.sin(heading))
                X[p, 1] += v / rate * (np.cos(heading) - np.cos(heading + rate * dt))
            X[p, 3] = heading + rate * dt
            Z[p, 0], Z[p, 1] = np.hypot(X[p, 0], X[p, 1]), np.arctan2(X[p, 1], X[p, 0])
            Z[p, 1] = Z[0, 1] + wrapped(Z[p, 1] - Z[0, 1])
            m0 += wm[p] * Z[p, 0]
            m1 += wm[p] * Z[p, 1]
            for i in range(n):
                mean[i] += wm[p] * X[p, i]
        P[:] = 0.0
        C[:] = 0.0
        s00, s01, s11 = 25.0, 0.0, 1e-4
        for p in range(11):
            a, b = Z[p, 0] - m0, Z[p, 1] - m1
            s00 += wc[p] * a * a
            s01 += wc[p] * a * b
            s11 += wc[p] * b * b
            for i in range(n):
                d = wc[p] * (X[p, i] - mean[i])
                C[i, 0] += d * a
                C[i, 1] += d * b
                for j in range(i + 1):
                    P[i, j] += d * (X[p, j] - mean[j])
        det = s00 * s11 - s01 * s01
        a, b = radar[t, 0] - m0, wrapped(radar[t, 1] - m1)
        for i in range(n):
            P[i, i] += noise[i]
            K[i, 0] = (C[i, 0] * s11 - C[i, 1] * s01) / det
            K[i, 1] = (C[i, 1] * s00 - C[i, 0] * s01) / det
            mean[i] += K[i, 0] * a + K[i, 1] * b
        mean[3] = wrapped(mean[3])
        for i in range(n):
            for j in range(i + 1):
                P[i, j] -= K[i, 0] * C[j, 0] + K[i, 1] * C[j, 1]
            track[t, i], spreads[t, i] = mean[i], P[i, i]
        likelihood -= 0.5 * ((a * a * s11 - 2.0 * a * b * s01 + b * b * s00) / det + np.log(4.0 * np.pi ** 2 * det))
    return track, spreads, likelihood
