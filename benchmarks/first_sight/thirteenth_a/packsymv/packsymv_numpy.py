import numpy as np


def product(ap, x):
    y = np.zeros_like(x)
    start = 0
    for i in range(x.size):
        row = ap[start:start + i + 1]
        y[i] += row @ x[:i + 1]
        y[:i] += x[i] * row[:-1]
        start += i + 1
    return y


def rayleigh(ap, x, steps):
    values = np.empty(steps, dtype=x.dtype)
    for step in range(steps):
        y = product(ap, x)
        values[step] = (x @ y) / (x @ x)
        x[:] = y / np.linalg.norm(y)
    return values
