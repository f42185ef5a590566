import numba as nb
import numpy as np


@nb.njit
def fput(q, p, energy, dt, alpha, tol=1e-13, most=50):
    n = q.size
    r = np.sqrt(3.0) / 6.0
    a11, a12, a21, a22 = 0.25, 0.25 - r, 0.25 + r, 0.25
    v1, v2, f1, f2, x1, x2 = np.empty(n), np.empty(n), np.empty(n), np.empty(n), np.zeros(n + 2), np.zeros(n + 2)
    for step in range(energy.size):
        for i in range(n):
            v1[i] = p[i]
            v2[i] = p[i]
        gap, turns = 1.0, 0
        while gap > tol and turns < most:
            for i in range(n):
                x1[i + 1] = q[i] + dt * (a11 * v1[i] + a12 * v2[i])
                x2[i + 1] = q[i] + dt * (a21 * v1[i] + a22 * v2[i])
            for i in range(n):
                s, t = x1[i + 1] - x1[i], x1[i + 2] - x1[i + 1]
                f1[i] = (t + alpha * t * t) - (s + alpha * s * s)
                s, t = x2[i + 1] - x2[i], x2[i + 2] - x2[i + 1]
                f2[i] = (t + alpha * t * t) - (s + alpha * s * s)
            gap = 0.0
            for i in range(n):
                w1 = p[i] + dt * (a11 * f1[i] + a12 * f2[i])
                w2 = p[i] + dt * (a21 * f1[i] + a22 * f2[i])
                gap = max(gap, max(abs(w1 - v1[i]), abs(w2 - v2[i])))
                v1[i] = w1
                v2[i] = w2
            turns += 1
        total, before = 0.0, 0.0
        for i in range(n):
            q[i] += 0.5 * dt * (v1[i] + v2[i])
            p[i] += 0.5 * dt * (f1[i] + f2[i])
            s = q[i] - before
            total += 0.5 * p[i] * p[i] + 0.5 * s * s + alpha / 3.0 * s * s * s
            before = q[i]
        total += 0.5 * before * before - alpha / 3.0 * before * before * before
        energy[step] = total
