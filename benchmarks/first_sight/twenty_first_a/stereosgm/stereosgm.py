import numpy as np


def initialize(ny, nx, shifts):
    rng = np.random.default_rng(20)
    right = rng.integers(0, 256, (ny, nx), dtype=np.uint8)
    left = rng.integers(0, 256, (ny, nx), dtype=np.uint8)
    third = ny // 3
    for rows, shift in ((slice(0, third), shifts // 4), (slice(third, 2 * third), shifts // 2), (slice(2 * third, ny), shifts - 2)):
        left[rows, shift:] = right[rows, :nx - shift]
    return left, right
