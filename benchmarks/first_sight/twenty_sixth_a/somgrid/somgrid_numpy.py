import numpy as np


def ridges(codes):
    """Mean distance of each node to the neighbours it has."""
    total = np.zeros(codes.shape[:2])
    count = np.zeros(codes.shape[:2])
    down = np.sqrt(np.sum((codes[1:] - codes[:-1]) ** 2, axis=2))
    along = np.sqrt(np.sum((codes[:, 1:] - codes[:, :-1]) ** 2, axis=2))
    total[1:] += down
    total[:-1] += down
    total[:, 1:] += along
    total[:, :-1] += along
    count[1:] += 1
    count[:-1] += 1
    count[:, 1:] += 1
    count[:, :-1] += 1
    return total / count


def somgrid(data, codes, rate=0.5):
    """A map that organises itself after Kohonen: one sample at a time pulls the node most like it, and those near that node."""
    codes = codes.copy()
    rows, cols, _ = codes.shape
    y, x = np.mgrid[:rows, :cols]
    samples = data.shape[0]
    hits = np.zeros((rows, cols), dtype=np.int64)
    error = 0.0
    for t in range(samples):
        left = 1.0 - t / samples
        apart = data[t] - codes
        far = np.sum(apart ** 2, axis=2)
        i, j = np.unravel_index(np.argmin(far), far.shape)
        hits[i, j] += 1
        error += np.sqrt(far[i, j])
        reach = 0.5 + 0.25 * rows * left
        near = np.exp(-((y - i) ** 2 + (x - j) ** 2) / (2.0 * reach ** 2))
        codes += rate * left * near[:, :, None] * apart
    return codes, hits, error / samples, ridges(codes)
