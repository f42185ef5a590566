import numpy as np

AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))


def codes(image):
    """One bit for each neighbour that is no darker."""
    n, m = image.shape
    here = image[1:-1, 1:-1]
    code = np.zeros(here.shape, dtype=np.uint8)
    for bit, (dy, dx) in enumerate(AROUND):
        brighter = image[1 + dy:n - 1 + dy, 1 + dx:m - 1 + dx] >= here
        code |= brighter.astype(np.uint8) << bit
    return code


def labels(code):
    """How many bits are set where the ring changes at most twice; nine elsewhere."""
    edges = code ^ ((code << 1) | (code >> 7))
    ones, changes = np.zeros_like(code), np.zeros_like(code)
    for bit in range(8):
        ones += (code >> bit) & 1
        changes += (edges >> bit) & 1
    return np.where(changes <= 2, ones, 9)


def lbphist(image, cell):
    code = codes(image)
    label = labels(code)
    least = code.copy()
    for k in range(1, 8):
        np.minimum(least, (code << k) | (code >> (8 - k)), out=least)
    rows, columns = label.shape[0] // cell, label.shape[1] // cell
    hist = np.zeros((rows, columns, 10))
    for i in range(rows):
        for j in range(columns):
            part = label[i * cell:(i + 1) * cell, j * cell:(j + 1) * cell]
            hist[i, j] = np.bincount(part.ravel(), minlength=10)
    hist /= cell ** 2
    mean = hist.mean(axis=(0, 1))
    far = np.sum((hist - mean) ** 2 / (hist + mean + 1e-12), axis=2)
    return hist, far, least
