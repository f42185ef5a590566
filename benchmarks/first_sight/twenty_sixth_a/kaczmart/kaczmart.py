import numpy as np


def initialize(size, angles):
    """Rays through a square of cells, by how many of a ray's samples lie in each."""
    data, col, ptr = [], [], [0]
    t = np.linspace(-0.7, 0.7, 4 * size)
    for a in np.pi * (np.arange(angles) + 0.3) / angles:
        for s in (np.arange(size) + 0.5) / size - 0.5:
            x = np.floor((s * np.cos(a) - t * np.sin(a) + 0.5) * size).astype(np.int64)
            y = np.floor((s * np.sin(a) + t * np.cos(a) + 0.5) * size).astype(np.int64)
            inside = (x >= 0) & (x < size) & (y >= 0) & (y < size)
            at, count = np.unique(y[inside] * size + x[inside], return_counts=True)
            if at.size:
                data.append(count * (t[1] - t[0]))
                col.append(at)
                ptr.append(ptr[-1] + at.size)
    data, col, ptr = np.concatenate(data), np.concatenate(col), np.array(ptr)
    y, x = np.mgrid[:size, :size] / size - 0.5
    body = np.where(x ** 2 + 2.0 * y ** 2 < 0.15, 1.0, 0.0) + np.where((x - 0.1) ** 2 + y ** 2 < 0.01, 0.5, 0.0)
    return data, col, ptr, np.add.reduceat(data * body.ravel()[col], ptr[:-1]), size * size
