import numpy as np


def zcawhiten(x, eps=1e-3):
    x = x - x.mean(axis=0)
    values, vectors = np.linalg.eigh(x.T @ x / (x.shape[0] - 1))
    return x @ (vectors / np.sqrt(values + eps) @ vectors.T)
