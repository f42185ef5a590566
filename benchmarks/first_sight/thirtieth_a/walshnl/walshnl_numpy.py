import numpy as np


def transform(w):
    """Walsh and Hadamard's transform along the last axis, in place."""
    n = w.shape[-1]
    h = 1
    while h < n:
        v = w.reshape(w.shape[:-1] + (n // (2 * h), 2, h))
        a = v[..., 0, :].copy()
        v[..., 0, :] += v[..., 1, :]
        v[..., 1, :] = a - v[..., 1, :]
        h *= 2


def walshnl(tables):
    """Each table's nonlinearity, its largest differential, and the sum of fourth powers of its spectrum."""
    boxes, size = tables.shape
    x = np.arange(size)
    nonlinear, worst = np.empty(boxes, dtype=np.int64), np.zeros(boxes, dtype=np.int64)
    fourth = np.empty(boxes, dtype=np.int64)
    for t in range(boxes):
        s = tables[t]
        p = np.arange(1, size, dtype=np.int32)[:, None] & s
        for shift in (8, 4, 2, 1):
            p ^= p >> shift
        w = 1 - 2 * (p & 1)
        transform(w)
        nonlinear[t] = (size - np.abs(w).max()) // 2
        fourth[t] = np.sum(w.astype(np.int64) ** 4)
        for d in range(1, size):
            worst[t] = max(worst[t], np.bincount(s ^ s[x ^ d], minlength=size).max())
    return nonlinear, worst, fourth
