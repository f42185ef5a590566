import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def apply(v, bonds, out):
    n = bonds.size
    for s in range(v.size):
        total = 0.0
        for i in range(n):
            j = i + 1 if i + 1 < n else 0
            if (s >> i ^ s >> j) & 1:
                total += bonds[i] * (0.5 * v[s ^ (1 << i | 1 << j)] - 0.25 * v[s])
            else:
                total += 0.25 * bonds[i] * v[s]
        out[s] = total


@nb.njit(error_model="numpy")
def heisenbits(start, bonds, steps):
    size, n = start.size, bonds.size
    V = np.empty((steps, size))
    T = np.zeros((steps, steps))
    w = np.empty(size)
    V[0] = start / np.linalg.norm(start)
    for k in range(steps):
        apply(V[k], bonds, w)
        T[k, k] = np.dot(V[k], w)
        for j in range(k + 1):
            d = np.dot(V[j], w)
            for s in range(size):
                w[s] -= d * V[j, s]
        if k + 1 < steps:
            b = np.linalg.norm(w)
            T[k, k + 1] = T[k + 1, k] = b
            for s in range(size):
                V[k + 1, s] = w[s] / b
    values, vectors = np.linalg.eigh(T)
    state = np.zeros(size)
    for k in range(steps):
        for s in range(size):
            state[s] += vectors[k, 0] * V[k, s]
    correlation = np.zeros(n)
    for s in range(size):
        p = state[s] * state[s]
        for i in range(n):
            correlation[i] += -0.25 * p if (s ^ s >> i) & 1 else 0.25 * p
    return values, correlation
