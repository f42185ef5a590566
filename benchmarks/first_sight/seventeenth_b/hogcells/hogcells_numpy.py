import numpy as np


def gradients(image):
    gy = np.zeros_like(image)
    gx = np.zeros_like(image)
    gy[1:-1] = image[2:] - image[:-2]
    gx[:, 1:-1] = image[:, 2:] - image[:, :-2]
    return gy, gx


def cell_histograms(size, angle, cell, bins):
    """Each pixel votes with its gradient for the two directions beside its own."""
    rows, columns = size.shape[0] // cell, size.shape[1] // cell
    size, angle = size[:rows * cell, :columns * cell], angle[:rows * cell, :columns * cell]
    place = angle * np.float32(bins / np.pi) - np.float32(0.5)
    low = np.floor(place)
    part = place - low
    low = low.astype(np.int64)
    cy = np.arange(rows * cell)[:, None] // cell
    cx = np.arange(columns * cell) // cell
    votes = np.zeros((rows, columns, bins), dtype=np.float32)
    np.add.at(votes, (cy, cx, low % bins), size * (np.float32(1.0) - part))
    np.add.at(votes, (cy, cx, (low + 1) % bins), size * part)
    return votes


def normalise(block, clip=np.float32(0.2), small=np.float32(1e-3)):
    """Lengths one, then no entry above clip, then lengths one again."""
    block = block / np.sqrt(np.sum(block**2, axis=-1, keepdims=True) + small**2)
    block = np.minimum(block, clip)
    return block / np.sqrt(np.sum(block**2, axis=-1, keepdims=True) + small**2)


def describe(image, cell, bins):
    """Dalal's and Triggs's histograms of oriented gradients, in blocks of two by two cells that overlap."""
    gy, gx = gradients(np.sqrt(image))
    size = np.hypot(gx, gy)
    angle = np.arctan2(gy, gx) % np.float32(np.pi)
    votes = cell_histograms(size, angle, cell, bins)
    blocks = np.concatenate([votes[:-1, :-1], votes[:-1, 1:], votes[1:, :-1], votes[1:, 1:]], axis=-1)
    return votes, normalise(blocks)
