import numpy as np


def box(x, r):
    out = np.zeros_like(x)
    total = np.cumsum(x, axis=0)
    out[:r + 1] = total[r:2 * r + 1]
    out[r + 1:-r] = total[2 * r + 1:] - total[:-2 * r - 1]
    out[-r:] = total[-1:] - total[-2 * r - 1:-r - 1]
    total = np.cumsum(out, axis=1)
    out[:, :r + 1] = total[:, r:2 * r + 1]
    out[:, r + 1:-r] = total[:, 2 * r + 1:] - total[:, :-2 * r - 1]
    out[:, -r:] = total[:, -1:] - total[:, -2 * r - 1:-r - 1]
    return out


def guided(guide, p, r, eps=1e-3):
    count = box(np.ones(p.shape), r)
    mean_i = box(guide, r) / count
    mean_p = box(p, r) / count
    covariance = box(guide * p, r) / count - mean_i * mean_p
    variance = box(guide * guide, r) / count - mean_i ** 2
    a = covariance / (variance + eps)
    b = mean_p - a * mean_i
    return box(a, r) / count * guide + box(b, r) / count
