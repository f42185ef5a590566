import numpy as np


def initialize(side):
    rng = np.random.default_rng(1981)
    x = 3.3 * (np.stack(np.meshgrid(*3 * (np.arange(side),), indexing="ij"), axis=-1).reshape(-1, 3) + 0.05 * rng.random((side ** 3, 3)))
    axis = rng.standard_normal((side ** 3, 3)) + np.array([0.0, 0.0, 2.0])
    return x, axis / np.linalg.norm(axis, axis=1, keepdims=True), 3.3 * side, 4.8
