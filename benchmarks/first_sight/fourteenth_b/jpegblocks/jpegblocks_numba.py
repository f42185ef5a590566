import numba as nb
import numpy as np


@nb.njit
def coarse(image, table, order, quality):
    h, w = image.shape
    D = np.empty((8, 8))
    for i in range(8):
        for j in range(8):
            D[i, j] = 0.5 * np.cos(np.pi * i * (2 * j + 1) / 16) if i else np.sqrt(0.125)
    scale = 50.0 / quality if quality < 50 else 2.0 - quality / 50.0
    steps = np.empty((8, 8))
    for i in range(8):
        for j in range(8):
            steps[i, j] = min(max(np.floor(table[i, j] * scale + 0.5), 1.0), 255.0)
    T = D.T.copy()
    rows, cols = h // 8, w // 8
    back, lines = np.empty((h, w)), np.empty((rows, cols, 64), np.int32)
    lasts = np.empty((rows, cols), np.int64)
    X, Y = np.empty((8, 8)), np.empty((8, 8))
    flat = np.empty(64, np.int32)
    total = 0.0
    for br in range(rows):
        for bc in range(cols):
            for i in range(8):
                for j in range(8):
                    Y[i, j] = 0.0
                for k in range(8):
                    f = D[i, k]
                    for j in range(8):
                        Y[i, j] += f * (image[8 * br + k, 8 * bc + j] - 128.0)
            for i in range(8):
                for j in range(8):
                    X[i, j] = 0.0
                for k in range(8):
                    f = Y[i, k]
                    for j in range(8):
                        X[i, j] += f * T[k, j]
                for j in range(8):
                    level = np.rint(X[i, j] / steps[i, j])
                    flat[8 * i + j] = np.int32(level)
                    X[i, j] = level * steps[i, j]
            last = -1
            for k in range(64):
                lines[br, bc, k] = flat[order[k]]
                if flat[order[k]] != 0:
                    last = k
            lasts[br, bc] = last
            for i in range(8):
                for j in range(8):
                    Y[i, j] = 0.0
                for k in range(8):
                    f = T[i, k]
                    for j in range(8):
                        Y[i, j] += f * X[k, j]
            for i in range(8):
                for j in range(8):
                    X[i, j] = 128.0
                for k in range(8):
                    f = Y[i, k]
                    for j in range(8):
                        X[i, j] += f * D[k, j]
                for j in range(8):
                    v = min(max(X[i, j], 0.0), 255.0)
                    back[8 * br + i, 8 * bc + j] = v
                    total += (v - image[8 * br + i, 8 * bc + j]) ** 2
    return back, lines, lasts, 10.0 * np.log10(255.0**2 * h * w / total)
