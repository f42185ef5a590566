import numba as nb
import numpy as np


@nb.njit
def embed(P, Y, steps, rate, exaggerated=4.0):
    n = Y.shape[0]
    change, gains = np.zeros_like(Y), np.ones_like(Y)
    divergence = np.zeros(steps)
    P = P * exaggerated
    num = np.empty((n, n))
    for step in range(steps):
        total = 0.0
        for i in range(n):
            x, y = Y[i, 0], Y[i, 1]
            row = 0.0
            for j in range(n):
                dx, dy = x - Y[j, 0], y - Y[j, 1]
                num[i, j] = 1.0 / (1.0 + dx * dx + dy * dy)
                row += num[i, j]
            total += row - num[i, i]
            num[i, i] = 0.0
        over = 1.0 / total
        momentum = 0.5 if step < 8 else 0.8
        far = 0.0
        mean_x, mean_y = 0.0, 0.0
        slopes = np.empty_like(Y)
        for i in range(n):
            x, y = Y[i, 0], Y[i, 1]
            sx, sy = 0.0, 0.0
            for j in range(n):
                q = max(num[i, j] * over, 1e-12)
                f = (P[i, j] - q) * num[i, j]
                sx += f * (x - Y[j, 0])
                sy += f * (y - Y[j, 1])
                far += P[i, j] * np.log(P[i, j] / q)
            slopes[i, 0], slopes[i, 1] = 4.0 * sx, 4.0 * sy
        for i in range(n):
            for k in range(2):
                gain = gains[i, k] * 0.8 if (slopes[i, k] > 0.0) == (change[i, k] > 0.0) else gains[i, k] + 0.2
                gains[i, k] = max(gain, 0.01)
                change[i, k] = momentum * change[i, k] - rate * gains[i, k] * slopes[i, k]
                Y[i, k] += change[i, k]
            mean_x += Y[i, 0]
            mean_y += Y[i, 1]
        for i in range(n):
            Y[i, 0] -= mean_x / n
            Y[i, 1] -= mean_y / n
        divergence[step] = far
        if step == steps // 2:
            P /= exaggerated
    return divergence
