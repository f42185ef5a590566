import numpy as np
from numpy.polynomial import legendre


def initialize(order, K, steps):
    """Nodes (order + 1, K); faces are numbered into them, the neighbour's node beside each."""
    inside = legendre.Legendre.basis(order).deriv().roots().real
    r = np.concatenate(([-1.0], np.sort(inside), [1.0]))
    scaled = np.sqrt(2.0 * np.arange(order + 1) + 1.0) / np.sqrt(2.0)
    V = legendre.legvander(r, order) * scaled
    slopes = np.stack([legendre.legval(r, legendre.legder(np.eye(order + 1)[k])) for k in range(order + 1)], axis=1) * scaled
    D = slopes @ np.linalg.inv(V)
    lift = (V @ V.T)[:, [0, order]]
    h = 2.0 * np.pi / K
    x = h * (np.arange(K) + 0.5 * (r[:, None] + 1.0))
    at = np.arange((order + 1) * K).reshape(order + 1, K)
    faces = np.stack((at[0], at[order]))
    outer = np.stack((np.roll(at[order], 1), np.roll(at[0], -1)))
    normal = np.stack((-np.ones(K), np.ones(K)))
    u = np.sin(x) + 0.2 * np.sin(5.0 * x)
    return u, D, lift, np.arange(1, order), outer, normal, faces, 1.5, 2.0 / h, 0.25 * h / order**2, steps
