import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def send(h, slope, limit, out):
    n = h.size
    top = h[0]
    for k in range(1, n):
        top = min(top, h[k])
    h[0] -= top
    for k in range(1, n):
        h[k] = min(h[k] - top, h[k - 1] + slope)
    for k in range(n - 2, -1, -1):
        h[k] = min(h[k], h[k + 1] + slope)
    for k in range(n):
        out[k] = min(h[k], limit)


@nb.njit(error_model="numpy")
def loopybp(data, slope, limit, rounds):
    rows, columns, labels = data.shape
    m = np.zeros((4, rows, columns, labels), np.float32)
    new = np.zeros_like(m)
    belief, h = np.empty_like(data), np.empty(labels, np.float32)
    best = np.zeros((rows, columns), np.int64)
    energy = np.zeros(rounds)
    for r in range(rounds + 1):
        for i in range(rows):
            for j in range(columns):
                at = 0
                for k in range(labels):
                    belief[i, j, k] = data[i, j, k] + (m[0, i, j, k] + m[1, i, j, k] + m[2, i, j, k] + m[3, i, j, k])
                    if belief[i, j, k] < belief[i, j, at]:
                        at = k
                best[i, j] = at
        if r > 0:
            cost = 0.0
            for i in range(rows):
                for j in range(columns):
                    cost += data[i, j, best[i, j]]
                    if i > 0:
                        cost += min(slope * abs(best[i, j] - best[i - 1, j]), limit)
                    if j > 0:
                        cost += min(slope * abs(best[i, j] - best[i, j - 1]), limit)
            energy[r - 1] = cost
        if r == rounds:
            break
        for i in range(rows):
            for j in range(columns):
                for d in range(4):
                    a, b = i + (d == 0) - (d == 1), j + (d == 2) - (d == 3)
                    if a < 0 or a >= rows or b < 0 or b >= columns:
                        continue
                    for k in range(labels):
                        h[k] = belief[i, j, k] - m[d ^ 1, i, j, k]
                    send(h, slope, limit, new[d, a, b])
        m, new = new, m
    return best, energy, m
