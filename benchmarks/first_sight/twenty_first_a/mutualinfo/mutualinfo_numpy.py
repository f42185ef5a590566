import numpy as np


def scaled(image, bins):
    low, high = np.min(image), np.max(image)
    return (image - low) / (high - low) * (bins - 1.001)


def joint(a, b, bins):
    """Counts of pairs, each shared by the four bins around it."""
    ia = a.astype(np.int64)
    ib = b.astype(np.int64)
    fa = a - ia
    fb = b - ib
    at = ia * bins + ib
    table = np.bincount(at, (1.0 - fa) * (1.0 - fb), minlength=bins * bins)
    table += np.bincount(at + 1, (1.0 - fa) * fb, minlength=bins * bins)
    table += np.bincount(at + bins, fa * (1.0 - fb), minlength=bins * bins)
    table += np.bincount(at + bins + 1, fa * fb, minlength=bins * bins)
    return table.reshape(bins, bins) / a.size


def entropy(p):
    p = p[p > 0.0]
    return -np.sum(p * np.log(p))


def mutualinfo(fixed, moving, reach, bins):
    a = scaled(fixed, bins)
    b = scaled(moving, bins)
    side = 2 * reach + 1
    information = np.zeros((side, side))
    inner = a[reach:-reach, reach:-reach].ravel()
    ny, nx = a.shape
    for i in range(side):
        for j in range(side):
            table = joint(inner, b[i:ny - side + 1 + i, j:nx - side + 1 + j].ravel(), bins)
            information[i, j] = entropy(table.sum(axis=0)) + entropy(table.sum(axis=1)) - entropy(table.ravel())
    row, column = np.unravel_index(np.argmax(information), information.shape)
    return information, row - reach, column - reach
