import numpy as np


def secular(t, delta, z2, rho):
    return 1.0 + rho * np.sum(z2 / (delta - t[:, None]), axis=1)


def secularup(d, z, rho, tol):
    """Values and vectors of diag(d) + rho z z^T: roots as offsets from the nearer pole, then vectors after Gu and Eisenstat."""
    n = d.size
    z2 = z ** 2
    width = np.append(np.diff(d), rho * np.sum(z2))
    right = secular(0.5 * width, d - d[:, None], z2, rho) < 0.0
    right[-1] = False
    origin = np.where(right, np.roll(d, -1), d)
    lo = np.where(right, -0.5 * width, 0.0)
    hi = np.where(right, 0.0, 0.5 * width)
    hi[-1] = width[-1]
    delta = d - origin[:, None]
    while np.any(hi - lo > tol * np.maximum(np.abs(lo), np.abs(hi))):
        mid = 0.5 * (lo + hi)
        below = secular(mid, delta, z2, rho) < 0.0
        lo = np.where(below, mid, lo)
        hi = np.where(below, hi, mid)
    t = 0.5 * (lo + hi)
    gap = t[:, None] - delta
    i = np.arange(n)
    apart = np.where(i[:, None] < i, d[:, None] - d, np.roll(d, -1)[:, None] - d)
    apart[-1] = 1.0
    zhat = np.copysign(np.sqrt(np.prod(gap / apart, axis=0) / rho), z)
    vectors = zhat / gap
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return origin + t, zhat, vectors
