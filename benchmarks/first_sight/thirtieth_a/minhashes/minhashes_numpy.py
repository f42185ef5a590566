import numpy as np


def shingles(text, k):
    """Hashes of k words in a row, the product wraps around."""
    n = text.shape[1] - k + 1
    h = np.full((text.shape[0], n), 14695981039346656037, dtype=np.uint64)
    for i in range(k):
        h = (h ^ text[:, i:i + n]) * np.uint64(1099511628211)
    return h ^ (h >> np.uint64(29))


def minhashes(text, mul, add, k=3, rows=4):
    """Signatures, likeness of all pairs of texts, and how many pairs share a band of their signatures."""
    h = shingles(text, k)
    signature = np.empty((text.shape[0], mul.size), dtype=np.uint64)
    for j in range(mul.size):
        signature[:, j] = ((h * mul[j] + add[j]) >> np.uint64(32)).min(axis=1)
    alike = np.mean(signature[:, None, :] == signature[None, :, :], axis=2)
    band = signature.reshape(text.shape[0], -1, rows)
    near = np.zeros(alike.shape, dtype=bool)
    for b in range(band.shape[1]):
        near |= np.all(band[:, None, b] == band[None, :, b], axis=-1)
    return signature, alike, np.count_nonzero(np.triu(near, 1))
