import numpy as np


def softmin(M, eps, axis):
    low = M.min(axis=axis, keepdims=True)
    return (low - eps * np.log(np.sum(np.exp((low - M) / eps), axis=axis, keepdims=True))).squeeze(axis)


def sinkhlog(x, y, a, b, eps100, most, tol=1e-8):
    """Cost of what is carried, both potentials, and turns until the heaps have their sizes."""
    eps = eps100 / 100.0
    C = np.sum((x[:, None, :] - y[None, :, :]) ** 2, axis=2)
    f, g = np.zeros(a.size), np.zeros(b.size)
    used = 0
    for used in range(1, most + 1):
        f = softmin(C - g, eps, axis=1) + eps * np.log(a)
        g = softmin(C - f[:, None], eps, axis=0) + eps * np.log(b)
        if used % 10 == 0:
            P = np.exp((f[:, None] + g - C) / eps)
            if np.abs(P.sum(axis=1) - a).sum() < tol:
                break
    P = np.exp((f[:, None] + g - C) / eps)
    return np.sum(P * C), f, g, used
