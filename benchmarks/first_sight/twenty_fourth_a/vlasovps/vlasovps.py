import numpy as np


def initialize(nx, nv):
    length = 4.0 * np.pi
    x = np.arange(nx) * length / nx
    v = np.linspace(-6.0, 6.0, nv)
    f = v ** 2 * np.exp(-0.5 * v ** 2) / np.sqrt(2.0 * np.pi) * (1.0 + 0.05 * np.cos(0.5 * x) + 0.01 * np.sin(x))[:, None]
    return f, v, length / nx, v[1] - v[0], 0.1
