import numpy as np


def dependence(X):
    D = np.abs(X.T[:, :, None] - X.T[:, None, :])
    D = D - D.mean(axis=1, keepdims=True) - D.mean(axis=2, keepdims=True) + D.mean(axis=(1, 2), keepdims=True)
    V = np.tensordot(D, D, axes=([1, 2], [1, 2])) / X.shape[0]**2
    own = np.sqrt(np.diag(V))
    return np.sqrt(np.maximum(V, 0.0) / (own[:, None] * own[None, :]))
