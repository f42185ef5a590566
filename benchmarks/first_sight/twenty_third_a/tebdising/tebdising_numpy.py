import numpy as np


def entangled(lam):
    p = lam[lam > 1e-14] ** 2
    return -np.sum(p * np.log(p))


def tebdising(B, lam, gate, steps):
    """Gates on even and odd bonds in turns after Vidal, with Hastings's order of products, which never divides."""
    B, lam = B.copy(), lam.copy()
    chi = lam.shape[1]
    lost = np.zeros(steps)
    entropy = np.zeros(steps)
    for t in range(steps):
        a, b = t % 2, (t + 1) % 2
        pair = np.einsum("isj,jtk->istk", B[a], B[b])
        pair = np.einsum("uvst,istk->iuvk", gate, pair)
        theta = lam[a][:, None, None, None] * pair
        _, values, right = np.linalg.svd(theta.reshape(2 * chi, 2 * chi))
        kept = np.linalg.norm(values[:chi])
        lost[t] = np.sum(values[chi:] ** 2) / np.sum(values ** 2)
        lam[b] = values[:chi] / kept
        B[b] = right[:chi].reshape(chi, 2, chi)
        B[a] = np.einsum("iuvk,jvk->iuj", pair, B[b]) / kept
        entropy[t] = entangled(lam[b])
    weighed = lam[0][:, None, None] * B[0]
    magnet = np.sum(weighed[:, 0] ** 2) - np.sum(weighed[:, 1] ** 2)
    return lost, entropy, magnet / np.sum(weighed ** 2), lam
