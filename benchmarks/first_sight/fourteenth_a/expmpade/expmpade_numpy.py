import numpy as np


def exponential(A, q=6):
    norm = np.max(np.sum(np.abs(A), axis=1))
    s = 0
    while norm > 0.5:
        norm *= 0.5
        s += 1
    A = A / 2.0**s
    X = A.copy()
    c = 0.5
    N = np.eye(A.shape[0]) + c * A
    D = np.eye(A.shape[0]) - c * A
    for k in range(2, q + 1):
        c = c * (q - k + 1) / (k * (2 * q - k + 1))
        X = A @ X
        N += c * X
        if k % 2 == 0:
            D += c * X
        else:
            D -= c * X
    F = np.linalg.solve(D, N)
    for _ in range(s):
        F = F @ F
    return F


def evolve(A, start, times):
    states = np.zeros((times.size, start.size))
    norms = np.zeros(times.size)
    for i, t in enumerate(times):
        F = exponential(A * t)
        states[i] = F @ start
        norms[i] = np.linalg.norm(F)
    return states, norms
