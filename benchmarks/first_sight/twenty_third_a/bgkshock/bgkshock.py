import numpy as np


def initialize(cells, speeds):
    left = np.arange(cells) < cells // 2
    speed = np.linspace(-8.0, 8.0, speeds)
    dx = 1.0 / cells
    return np.where(left, 1.0, 0.3), np.where(left, 0.4, 0.0), np.where(left, 1.0, 0.8), speed, 0.02, dx, 0.4 * dx / 8.0
