import numpy as np


def julia(xs, ys, c, limit, radius):
    """How soon do points leave under z -> z^2 + c? Those that left are no longer carried along."""
    z = (xs[np.newaxis, :] + 1j * ys[:, np.newaxis]).ravel()
    where = np.arange(z.size)
    count = np.full(z.size, limit, dtype=np.int32)
    last = np.zeros(z.size, dtype=np.complex128)
    for step in range(limit):
        z = z * z + c
        gone = np.abs(z) > radius
        count[where[gone]] = step
        last[where[gone]] = z[gone]
        stay = np.logical_not(gone)
        z = z[stay]
        where = where[stay]
        if len(z) == 0:
            break
    last[where] = z
    return count.reshape(len(ys), len(xs)), last.reshape(len(ys), len(xs))
