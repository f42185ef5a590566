import numpy as np


def around(image):
    padded = np.pad(image, 1)
    return (padded[:-2, 1:-1], padded[:-2, 2:], padded[1:-1, 2:], padded[2:, 2:],
            padded[2:, 1:-1], padded[2:, :-2], padded[1:-1, :-2], padded[:-2, :-2])


def peel(image, half):
    n, ne, e, se, s, sw, w, nw = ring = around(image)
    count = np.zeros(image.shape, dtype=np.uint8)
    rises = np.zeros(image.shape, dtype=np.uint8)
    for a, b in zip(ring, ring[1:] + ring[:1]):
        count += a
        rises += (a == 0) & (b == 1)
    if half == 0:
        sides = (n * e * s == 0) & (e * s * w == 0)
    else:
        sides = (n * e * w == 0) & (n * s * w == 0)
    gone = (image == 1) & (count >= 2) & (count <= 6) & (rises == 1) & sides
    image[gone] = 0
    return np.sum(gone)


def thin(image):
    rounds = 0
    removed = 0
    while True:
        first = peel(image, 0)
        second = peel(image, 1)
        if first + second == 0:
            return rounds, removed
        removed += first + second
        rounds += 1
