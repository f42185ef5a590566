import numpy as np


def initialize(side, seeds):
    rng = np.random.default_rng(347)
    y, x = side * rng.random(seeds), side * rng.random(seeds)
    u = 2.5 * np.sin(2.0 * np.pi * y / side) + 1.0
    v = -1.8 * np.cos(2.0 * np.pi * x / side)
    frames = np.zeros((2, side, side))
    for k, (py, px) in enumerate(((y, x), (y + v, x + u))):
        for dy in range(-2, 3):
            for dx in range(-2, 3):
                iy, ix = np.rint(py).astype(int) + dy, np.rint(px).astype(int) + dx
                np.add.at(frames[k], (iy % side, ix % side), 100.0 * np.exp(-((iy - py) ** 2 + (ix - px) ** 2) / 1.2))
    frames += 2.0 * rng.random(frames.shape)
    return frames[0], frames[1]
