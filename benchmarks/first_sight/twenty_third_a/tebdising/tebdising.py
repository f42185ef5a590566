import numpy as np


def initialize(chi):
    rng = np.random.default_rng(67)
    x, z, one = np.array([[0.0, 1.0], [1.0, 0.0]]), np.diag([1.0, -1.0]), np.eye(2)
    h = -np.kron(z, z) - 0.6 * (np.kron(x, one) + np.kron(one, x)) - 0.01 * np.kron(z, one)
    e, v = np.linalg.eigh(h)
    gate = ((v * np.exp(-0.05 * e)) @ v.T).reshape(2, 2, 2, 2)
    B = np.zeros((2, chi, 2, chi))
    B[:, 0, :, 0] = np.array([0.8, 0.6])
    B += 1e-2 * rng.standard_normal(B.shape)
    lam = np.exp(-np.arange(chi)) * np.ones((2, 1))
    return B, lam / np.linalg.norm(lam[0]), gate
