import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def block(x, gamma, beta, w1, w2, groups):
    """Each image apart; sums for channels first, then for groups."""
    n, h, w, c = x.shape
    size = c // groups
    one = np.float32(1.0)
    y = np.empty((h * w, c), np.float32)
    scale, shift = np.empty(c, np.float32), np.empty(c, np.float32)
    hidden, gate = np.empty(w1.shape[1], np.float32), np.empty(c, np.float32)
    for image in range(n):
        pixels = x[image].reshape(h * w, c)
        total, squares, means = np.zeros(c), np.zeros(c), np.zeros(c)
        for p in range(h * w):
            for k in range(c):
                total[k] += pixels[p, k]
        for g in range(groups):
            means[g * size:(g + 1) * size] = np.sum(total[g * size:(g + 1) * size]) / (h * w * size)
        for p in range(h * w):
            for k in range(c):
                d = pixels[p, k] - means[k]
                squares[k] += d * d
        for g in range(groups):
            var = np.sum(squares[g * size:(g + 1) * size]) / (h * w * size)
            for k in range(g * size, (g + 1) * size):
                f = gamma[k] / np.sqrt(var + 1e-5)
                scale[k] = f
                shift[k] = beta[k] - means[k] * f
        total[:] = 0.0
        for p in range(h * w):
            for k in range(c):
                z = pixels[p, k] * scale[k] + shift[k]
                z = z / (one + np.exp(-z))
                y[p, k] = z
                total[k] += z
        hidden[:] = np.float32(0.0)
        for k in range(c):
            mean = np.float32(total[k] / (h * w))
            for j in range(hidden.size):
                hidden[j] += mean * w1[k, j]
        gate[:] = np.float32(0.0)
        for j in range(hidden.size):
            if hidden[j] > 0:
                for k in range(c):
                    gate[k] += hidden[j] * w2[j, k]
        for k in range(c):
            gate[k] = one / (one + np.exp(-gate[k]))
        for p in range(h * w):
            for k in range(c):
                pixels[p, k] += y[p, k] * gate[k]
