import numba as nb
import numpy as np


@nb.njit(inline="always")
def rates(o, o3, o2, no, no2, ho, ka, kb, kc, kd, light):
    r1, r2, r3, r4 = 0.4 * light * o3, ka * o * o2, kb * o * o3, kc * no * o3
    r5, r6, r7 = 0.9 * light * no2, kd * ho * no2, 0.05 * light * ho
    return r1 - r2 - r3 + r5, r2 - r1 - r3 - r4, r1 - r2 + 2.0 * r3 + r4, r5 - r4, r4 - r5 - r6 + r7, r7 - r6


@nb.njit
def factor(A):
    """L U in place with partial pivoting left out: the step makes the diagonal dominant."""
    for k in range(6):
        for i in range(k + 1, 6):
            A[i, k] /= A[k, k]
            for j in range(k + 1, 6):
                A[i, j] -= A[i, k] * A[k, j]


@nb.njit
def substitute(A, b):
    for i in range(1, 6):
        for j in range(i):
            b[i] -= A[i, j] * b[j]
    for i in range(5, -1, -1):
        for j in range(i + 1, 6):
            b[i] -= A[i, j] * b[j]
        b[i] /= A[i, i]


@nb.njit
def chemistry(start, light, warm, dt=0.05):
    g = (1.0 + 1.0 / np.sqrt(2.0)) * dt
    cells, steps = start.shape[0], light.shape[0]
    y = start.copy()
    ozone = np.zeros((steps, 2))
    worst = 0.0
    A, k1, k2 = np.zeros((6, 6)), np.empty(6), np.empty(6)
    k = np.empty((cells, 4))
    for c in range(cells):
        T = 1.0 / warm[c] - 1.0 / 298.0
        k[c, 0], k[c, 1] = 60.0 * np.exp(510.0 * T), 8.0 * np.exp(-2060.0 * T)
        k[c, 2], k[c, 3] = 18.0 * np.exp(-1500.0 * T), 0.9 * np.exp(270.0 * T)
    for t in range(steps):
        total, most = 0.0, -np.inf
        for c in range(cells):
            ka, kb, kc, kd, s = k[c, 0], k[c, 1], k[c, 2], k[c, 3], light[t, c]
            o, o3, o2, no, no2, ho = y[c, 0], y[c, 1], y[c, 2], y[c, 3], y[c, 4], y[c, 5]
            j1, j5, j7 = 0.4 * s, 0.9 * s, 0.05 * s
            A[:] = 0.0
            A[0, 0], A[0, 1], A[0, 2], A[0, 4] = 1.0 + g * (ka * o2 + kb * o3), -g * (j1 - kb * o), g * ka * o, -g * j5
            A[1, 0], A[1, 1], A[1, 2], A[1, 3] = -g * (ka * o2 - kb * o3), 1.0 + g * (j1 + kb * o + kc * no), -g * ka * o, g * kc * o3
            A[2, 0], A[2, 1] = -g * (-ka * o2 + 2.0 * kb * o3), -g * (j1 + 2.0 * kb * o + kc * no)
            A[2, 2], A[2, 3] = 1.0 + g * ka * o, -g * kc * o3
            A[3, 1], A[3, 3], A[3, 4] = g * kc * no, 1.0 + g * kc * o3, -g * j5
            A[4, 1], A[4, 3], A[4, 4], A[4, 5] = -g * kc * no, -g * kc * o3, 1.0 + g * (j5 + kd * ho), -g * (j7 - kd * no2)
            A[5, 4], A[5, 5] = g * kd * ho, 1.0 - g * (j7 - kd * no2)
            factor(A)
            k1[0], k1[1], k1[2], k1[3], k1[4], k1[5] = rates(o, o3, o2, no, no2, ho, ka, kb, kc, kd, s)
            substitute(A, k1)
            k2[0], k2[1], k2[2], k2[3], k2[4], k2[5] = rates(o + dt * k1[0], o3 + dt * k1[1], o2 + dt * k1[2], no + dt * k1[3],
                                                             no2 + dt * k1[4], ho + dt * k1[5], ka, kb, kc, kd, s)
            for q in range(6):
                k2[q] -= 2.0 * k1[q]
            substitute(A, k2)
            for q in range(6):
                worst = max(worst, abs(0.5 * dt * (k1[q] + k2[q])))
                y[c, q] = max(y[c, q] + 1.5 * dt * k1[q] + 0.5 * dt * k2[q], 0.0)
            total += y[c, 1]
            most = max(most, y[c, 1])
        ozone[t, 0], ozone[t, 1] = total / cells, most
    return y, ozone, worst
