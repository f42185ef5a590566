import math

import numba as nb
import numpy as np


@nb.njit
def describe(image, cell, bins):
    h, w = image.shape
    rows, columns = h // cell, w // cell
    root = np.sqrt(image)
    votes = np.zeros((rows, columns, bins), np.float32)
    scale, pi, half, one = np.float32(bins / np.pi), np.float32(np.pi), np.float32(0.5), np.float32(1.0)
    for y in range(rows * cell):
        for x in range(columns * cell):
            gy = root[y + 1, x] - root[y - 1, x] if 0 < y < h - 1 else np.float32(0.0)
            gx = root[y, x + 1] - root[y, x - 1] if 0 < x < w - 1 else np.float32(0.0)
            size = np.sqrt(gx * gx + gy * gy)
            angle = math.atan2(gy, gx)
            if angle < np.float32(0.0):
                angle += pi
            if angle >= pi:
                angle -= pi
            place = angle * scale - half
            floor = np.floor(place)
            part = place - floor
            low = int(floor)
            high = low + 1
            if low < 0:
                low += bins
            if high >= bins:
                high -= bins
            of = votes[y // cell, x // cell]
            of[low] += size * (one - part)
            of[high] += size * part
    blocks = np.empty((rows - 1, columns - 1, 4 * bins), np.float32)
    small = np.float32(1e-3) * np.float32(1e-3)
    for y in range(rows - 1):
        for x in range(columns - 1):
            block = blocks[y, x]
            for b in range(bins):
                block[b] = votes[y, x, b]
                block[bins + b] = votes[y, x + 1, b]
                block[2 * bins + b] = votes[y + 1, x, b]
                block[3 * bins + b] = votes[y + 1, x + 1, b]
            for again in range(2):
                total = np.float32(0.0)
                for b in range(4 * bins):
                    total += block[b] * block[b]
                length = np.sqrt(total + small)
                for b in range(4 * bins):
                    q = block[b] / length
                    block[b] = min(q, np.float32(0.2)) if again == 0 else q
    return votes, blocks
