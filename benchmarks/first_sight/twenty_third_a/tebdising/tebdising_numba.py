import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def tebdising(B, lam, gate, steps):
    B, lam = B.copy(), lam.copy()
    chi = lam.shape[1]
    g = gate.copy().reshape(4, 4)
    lost, entropy = np.zeros(steps), np.zeros(steps)
    pair, theta = np.empty((chi, 4, chi)), np.empty((chi, 4, chi))
    for t in range(steps):
        a, b = t % 2, (t + 1) % 2
        both = np.dot(B[a].copy().reshape(2 * chi, chi), B[b].copy().reshape(chi, 2 * chi)).reshape(chi, 4, chi)
        for i in range(chi):
            pair[i] = np.dot(g, both[i])
            theta[i] = lam[a, i] * pair[i]
        _, values, right = np.linalg.svd(theta.copy().reshape(2 * chi, 2 * chi))
        kept = np.sqrt(np.sum(values[:chi] ** 2))
        lost[t] = np.sum(values[chi:] ** 2) / np.sum(values ** 2)
        total = 0.0
        for i in range(chi):
            lam[b, i] = values[i] / kept
            if lam[b, i] > 1e-14:
                p = lam[b, i] ** 2
                total -= p * np.log(p)
        entropy[t] = total
        top = right[:chi].copy()
        B[b] = top.reshape(chi, 2, chi)
        B[a] = (np.dot(pair.copy().reshape(2 * chi, 2 * chi), top.T.copy()) / kept).reshape(chi, 2, chi)
    up, down = 0.0, 0.0
    for i in range(chi):
        for j in range(chi):
            up += (lam[0, i] * B[0, i, 0, j]) ** 2
            down += (lam[0, i] * B[0, i, 1, j]) ** 2
    return lost, entropy, (up - down) / (up + down), lam
