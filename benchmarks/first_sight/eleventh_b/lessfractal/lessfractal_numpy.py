import numpy as np


def potential(x, y, limit, bound=4.0):
    """The Mandelbrot set by fixed arrays: steps inside, and a smooth count outside."""
    c = x + y[:, None] * 1j
    z = np.zeros(c.shape, dtype=c.dtype)
    steps = np.zeros(c.shape, dtype=np.int64)
    for n in range(limit):
        active = np.less(abs(z), bound)
        steps[active] = n
        z = np.where(active, z * z + c, z)
    steps[steps == limit - 1] = 0
    with np.errstate(invalid="ignore", divide="ignore"):
        smooth = steps + 1 - np.log2(np.log(np.abs(z)) / np.log(bound))
    return steps, np.where(steps > 0, smooth, 0)
