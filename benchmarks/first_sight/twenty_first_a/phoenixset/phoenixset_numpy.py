import numpy as np


def phoenixset(points, most, c=0.5667, p=-0.5, limit=16.0):
    z = points.reshape(-1).copy()
    before = np.zeros_like(z)
    where = np.arange(z.size)
    left = np.full(z.size, most)
    shade = np.zeros(z.size)
    for t in range(most):
        z, before = z * z + c + p * before, z
        size = np.abs(z)
        out = size > limit
        gone = where[out]
        left[gone] = t
        shade[gone] = t + 1.0 - np.log2(np.log(size[out]) / np.log(limit))
        stay = ~out
        z, before, where = z[stay], before[stay], where[stay]
        if where.size == 0:
            break
    return left.reshape(points.shape), shade.reshape(points.shape)
