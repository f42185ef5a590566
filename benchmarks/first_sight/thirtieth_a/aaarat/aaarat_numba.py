import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def aaarat(z, f, x, tol=1e-5, most=60):
    n = z.size
    left, guess = np.ones(n, np.bool_), np.full(n, f.mean())
    nodes, data = np.empty(most), np.empty(most)
    w = np.empty(0)
    scale, count = np.abs(f).max(), 0
    while count < most:
        j, worst = 0, -1.0
        for i in range(n):
            if abs(f[i] - guess[i]) > worst:
                j, worst = i, abs(f[i] - guess[i])
        nodes[count], data[count], left[j], guess[j] = z[j], f[j], False, f[j]
        count += 1
        A = np.empty((n - count, count))
        r = 0
        for i in range(n):
            if left[i]:
                for k in range(count):
                    A[r, k] = (f[i] - data[k]) / (z[i] - nodes[k])
                r += 1
        w = np.linalg.svd(A, False)[2][count - 1]
        worst = 0.0
        for i in range(n):
            if left[i]:
                up, down = 0.0, 0.0
                for k in range(count):
                    c = w[k] / (z[i] - nodes[k])
                    up += c * data[k]
                    down += c
                guess[i] = up / down
                worst = max(worst, abs(f[i] - guess[i]))
        if worst <= tol * scale:
            break
    values = np.empty(x.size)
    for i in range(x.size):
        up, down = 0.0, 0.0
        for k in range(count):
            c = w[k] / (x[i] - nodes[k])
            up += c * data[k]
            down += c
        values[i] = up / down
    return values, nodes[:count].copy()
