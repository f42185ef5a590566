import numba as nb
import numpy as np


@nb.njit
def winograd(x, w, bias, y):
    """A row of tiles at a time: transformed inputs lie with the tiles last, so that sums over channels run along them."""
    n, c, h, width = x.shape
    o = w.shape[0]
    half, zero = np.float32(0.5), np.float32(0.0)
    U = np.empty((o, c, 4, 4), np.float32)
    g = np.empty((4, 3), np.float32)
    for a in range(o):
        for b in range(c):
            for k in range(3):
                p, q, r = w[a, b, 0, k], w[a, b, 1, k], w[a, b, 2, k]
                g[0, k], g[1, k], g[2, k], g[3, k] = p, half * (p + q + r), half * (p - q + r), r
            for i in range(4):
                p, q, r = g[i, 0], g[i, 1], g[i, 2]
                U[a, b, i, 0], U[a, b, i, 1], U[a, b, i, 2], U[a, b, i, 3] = p, half * (p + q + r), half * (p - q + r), r
    tiles = (width - 2) // 2
    V = np.empty((c, 4, 4, tiles), np.float32)
    M = np.empty((4, 4, tiles), np.float32)
    t = np.empty((4, 4), np.float32)
    for s in range(n):
        for ti in range((h - 2) // 2):
            i = 2 * ti
            for b in range(c):
                for tj in range(tiles):
                    j = 2 * tj
                    for k in range(4):
                        p, q, r, u = x[s, b, i, j + k], x[s, b, i + 1, j + k], x[s, b, i + 2, j + k], x[s, b, i + 3, j + k]
                        t[0, k], t[1, k], t[2, k], t[3, k] = p - r, q + r, r - q, q - u
                    for k in range(4):
                        V[b, k, 0, tj], V[b, k, 1, tj] = t[k, 0] - t[k, 2], t[k, 1] + t[k, 2]
                        V[b, k, 2, tj], V[b, k, 3, tj] = t[k, 2] - t[k, 1], t[k, 1] - t[k, 3]
            for a in range(o):
                M[:] = zero
                for b in range(c):
                    for k in range(4):
                        for m in range(4):
                            f = U[a, b, k, m]
                            for tj in range(tiles):
                                M[k, m, tj] += f * V[b, k, m, tj]
                for tj in range(tiles):
                    for k in range(4):
                        t[0, k] = M[0, k, tj] + M[1, k, tj] + M[2, k, tj]
                        t[1, k] = M[1, k, tj] - M[2, k, tj] - M[3, k, tj]
                    for k in range(2):
                        y[s, a, i + k, 2 * tj] = max(t[k, 0] + t[k, 1] + t[k, 2] + bias[a], zero)
                        y[s, a, i + k, 2 * tj + 1] = max(t[k, 1] - t[k, 2] - t[k, 3] + bias[a], zero)
