import numpy as np


def distance(x, y):
    square = np.minimum(1.0 - np.abs(x), 1.0 - np.abs(y))
    hole = np.hypot(x, y) - 0.2
    return np.minimum(square, hole)


def boundary(x, y):
    return np.where(x * x + y * y < 0.09, 1.0, x * x - y * y)


def walk(x0, y0, angles, eps=1e-3):
    value = np.zeros(x0.size)
    steps = np.zeros(x0.size, dtype=np.int64)
    index = np.arange(x0.size)
    x, y = x0.copy(), y0.copy()
    for k in range(angles.shape[0]):
        r = distance(x, y)
        near = r < eps
        value[index[near]] = boundary(x[near], y[near])
        far = ~near
        index, x, y, r = index[far], x[far], y[far], r[far]
        if index.size == 0:
            break
        steps[index] += 1
        x += r * np.cos(angles[k, index])
        y += r * np.sin(angles[k, index])
    value[index] = boundary(x, y)
    return value, steps
