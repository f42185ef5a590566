import numpy as np


def align(x, y, gamma):
    n, m = x.shape[0], y.shape[0]
    D = np.zeros((n + 2, m + 2))
    D[1:n + 1, 1:m + 1] = (x[:, None] - y[None, :])**2
    R = np.full((n + 2, m + 2), 1e10)
    R[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            a, b, c = R[i - 1, j - 1], R[i - 1, j], R[i, j - 1]
            low = min(a, b, c)
            z = np.exp((low - a) / gamma) + np.exp((low - b) / gamma) + np.exp((low - c) / gamma)
            R[i, j] = D[i, j] + low - gamma * np.log(z)
    value = R[n, m]
    E = np.zeros((n + 2, m + 2))
    E[n + 1, m + 1] = 1.0
    R[n + 1, :] = -1e10
    R[:, m + 1] = -1e10
    R[n + 1, m + 1] = value
    for j in range(m, 0, -1):
        for i in range(n, 0, -1):
            down = np.exp((R[i + 1, j] - R[i, j] - D[i + 1, j]) / gamma)
            right = np.exp((R[i, j + 1] - R[i, j] - D[i, j + 1]) / gamma)
            both = np.exp((R[i + 1, j + 1] - R[i, j] - D[i + 1, j + 1]) / gamma)
            E[i, j] = E[i + 1, j] * down + E[i, j + 1] * right + E[i + 1, j + 1] * both
    return value, E[1:n + 1, 1:m + 1]
