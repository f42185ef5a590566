import numpy as np

EXCHANGES = ((1, 2), (4, 5), (7, 8), (0, 1), (3, 4), (6, 7), (1, 2), (4, 5), (7, 8), (0, 3), (5, 8), (4, 7),
             (3, 6), (1, 4), (2, 5), (4, 7), (4, 2), (6, 4), (4, 2))


def median(image):
    ny, nx = image.shape
    window = [image[a:ny - 2 + a, b:nx - 2 + b] for a in range(3) for b in range(3)]
    for low, high in EXCHANGES:
        window[low], window[high] = np.minimum(window[low], window[high]), np.maximum(window[low], window[high])
    return window[4]


def medianet(image, limit, rounds):
    replaced = np.zeros(rounds, dtype=np.int64)
    for t in range(rounds):
        middle = median(image)
        inner = image[1:-1, 1:-1]
        off = np.abs(inner.astype(np.int32) - middle.astype(np.int32)) > limit
        replaced[t] = np.sum(off)
        inner[off] = middle[off]
    return replaced
