import numpy as np


def polar(image, cx, cy, rings, sectors):
    ny, nx = image.shape
    dy = np.arange(ny)[:, None] - cy
    dx = np.arange(nx)[None, :] - cx
    radius = np.sqrt(dx**2 + dy**2)
    angle = np.arctan2(dy, dx) + np.pi
    width = radius.max() / rings
    r = np.minimum((radius / width).astype(np.int64), rings - 1)
    a = np.minimum((angle / (2.0 * np.pi) * sectors).astype(np.int64), sectors - 1)
    total = np.zeros((rings, sectors))
    count = np.zeros((rings, sectors))
    np.add.at(total, (r, a), image)
    np.add.at(count, (r, a), 1.0)
    ring = total.sum(axis=1) / np.maximum(count.sum(axis=1), 1.0)
    table = np.where(count > 0, total / np.maximum(count, 1.0), ring[:, None])
    rest = image - table[r, a]
    return table, ring, rest
