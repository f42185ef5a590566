import numpy as np

BINOMIAL = np.array([1.0, 4.0, 6.0, 4.0, 1.0]) / 16.0


def blur(image):
    h, w = image.shape
    padded = np.pad(image, 2, mode="reflect")
    across = np.zeros((h + 4, w))
    for k, weight in enumerate(BINOMIAL):
        across += weight * padded[:, k:k + w]
    out = np.zeros((h, w))
    for k, weight in enumerate(BINOMIAL):
        out += weight * across[k:k + h]
    return out


def is_peak(r):
    """Greater than all of its eight neighbours; the border is none."""
    peak = np.zeros(r.shape, dtype=bool)
    middle = r[1:-1, 1:-1]
    inner = np.ones(middle.shape, dtype=bool)
    for di in (-1, 0, 1):
        for dj in (-1, 0, 1):
            if di == 0 and dj == 0:
                continue
            inner &= middle > r[1 + di:r.shape[0] - 1 + di, 1 + dj:r.shape[1] - 1 + dj]
    peak[1:-1, 1:-1] = inner
    return peak


def corners(image, most, kappa=0.05, share=0.02):
    """Where a picture has corners, after Harris: the strongest first, -1 where there are no more."""
    gi, gj = np.gradient(image)
    a, b, c = blur(gi * gi), blur(gi * gj), blur(gj * gj)
    response = a * c - b**2 - kappa * (a + c) ** 2
    good = is_peak(response) & (response > share * response.max())
    ranked = np.where(good, response, -np.inf).ravel()
    order = np.argsort(-ranked, kind="stable")[:most]
    found = np.isfinite(ranked[order])
    rows = np.where(found, order // image.shape[1], -1)
    cols = np.where(found, order % image.shape[1], -1)
    return response, rows, cols, np.sum(good)
