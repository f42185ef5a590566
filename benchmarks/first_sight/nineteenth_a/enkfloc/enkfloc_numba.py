import numba as nb
import numpy as np


@nb.njit
def rate(x, out):
    n = x.size
    out[0] = (x[1] - x[n - 2]) * x[n - 1] - x[0] + 8.0
    out[1] = (x[2] - x[n - 1]) * x[0] - x[1] + 8.0
    for i in range(2, n - 1):
        out[i] = (x[i + 1] - x[i - 2]) * x[i - 1] - x[i] + 8.0
    out[n - 1] = (x[0] - x[n - 3]) * x[n - 2] - x[n - 1] + 8.0


@nb.njit
def forecast(x, inner, dt):
    n = x.size
    y, k, total = np.empty(n), np.empty(n), np.empty(n)
    for _ in range(inner):
        rate(x, k)
        for i in range(n):
            total[i] = k[i]
            y[i] = x[i] + 0.5 * dt * k[i]
        rate(y, k)
        for i in range(n):
            total[i] += 2.0 * k[i]
            y[i] = x[i] + 0.5 * dt * k[i]
        rate(y, k)
        for i in range(n):
            total[i] += 2.0 * k[i]
            y[i] = x[i] + dt * k[i]
        rate(y, k)
        for i in range(n):
            x[i] += dt / 6.0 * (total[i] + k[i])


@nb.njit
def taper(r):
    if r < 1.0:
        return 1.0 - 5.0 / 3.0 * r**2 + 5.0 / 8.0 * r**3 + 0.5 * r**4 - 0.25 * r**5
    if r < 2.0:
        return 4.0 - 5.0 * r + 5.0 / 3.0 * r**2 + 5.0 / 8.0 * r**3 - 0.5 * r**4 + r**5 / 12.0 - 2.0 / (3.0 * r)
    return 0.0


@nb.njit(error_model="numpy")
def assimilate(X, truth, noise, spread, inner):
    members, n = X.shape
    half = (n + 1) // 2
    table = np.empty(n)
    for d in range(n):
        table[d] = taper(min(d, n - d) / spread)
    truth = truth.copy()
    errors = np.zeros((len(noise), 2))
    P, S, right = np.empty((n, n)), np.empty((half, half)), np.empty((half, n))
    mean, innovation = np.empty(n), np.empty((members, half))
    for cycle in range(len(noise)):
        forecast(truth, inner, 0.02)
        mean[:] = 0.0
        for m in range(members):
            forecast(X[m], inner, 0.02)
            for i in range(n):
                mean[i] += X[m, i]
        for i in range(n):
            mean[i] /= members
        A = 1.05 * (X - mean)
        P = A.T @ A
        for i in range(n):
            errors[cycle, 0] += (mean[i] - truth[i]) ** 2
            for j in range(n):
                P[i, j] *= table[abs(i - j)] / (members - 1)
        for i in range(half):
            for j in range(n):
                right[i, j] = P[2 * i, j]
            for j in range(half):
                S[i, j] = P[2 * i, 2 * j]
            S[i, i] += 0.49
        gain = np.linalg.solve(S, right)
        for m in range(members):
            for i in range(n):
                X[m, i] = mean[i] + A[m, i]
            for i in range(half):
                innovation[m, i] = truth[2 * i] + noise[cycle, 0, i] + noise[cycle, m + 1, i] - X[m, 2 * i]
        X += innovation @ gain
        for i in range(n):
            total = 0.0
            for m in range(members):
                total += X[m, i]
            errors[cycle, 1] += (total / members - truth[i]) ** 2
        errors[cycle, 0] = np.sqrt(errors[cycle, 0] / n)
        errors[cycle, 1] = np.sqrt(errors[cycle, 1] / n)
    return errors, truth
