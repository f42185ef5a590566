import numpy as np


def initialize(n, m):
    rng = np.random.default_rng(33)
    x = np.cos(np.pi * (np.arange(n) + 0.5) / n)
    order = [0]
    while len(order) < n:
        order.append(int(np.argmax([0.0 if i in order else np.prod(np.abs(x[i] - x[order])) for i in range(n)])))
    return x[order], rng.standard_normal((m, n))
