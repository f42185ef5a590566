import numpy as np


def propagate(p, old, c2, source):
    """c2: squares of the local speed times step over distance. The border of two cells stays."""
    n = p.shape[0]
    mid = n // 2
    weights = np.array([-5.0 / 2.0, 4.0 / 3.0, -1.0 / 12.0], dtype=np.float32)
    inner = (slice(2, -2),) * 3
    trace = np.zeros_like(source)
    for t in range(source.shape[0]):
        bent = 3 * weights[0] * p[inner]
        for k in range(1, 3):
            bent += weights[k] * (p[2 + k:n - 2 + k, 2:-2, 2:-2] + p[2 - k:n - 2 - k, 2:-2, 2:-2]
                                  + p[2:-2, 2 + k:n - 2 + k, 2:-2] + p[2:-2, 2 - k:n - 2 - k, 2:-2]
                                  + p[2:-2, 2:-2, 2 + k:n - 2 + k] + p[2:-2, 2:-2, 2 - k:n - 2 - k])
        old[inner] = 2 * p[inner] - old[inner] + c2[inner] * bent
        old[mid, mid, mid] += source[t]
        trace[t] = old[mid, mid, 4]
        p, old = old, p
    return trace
