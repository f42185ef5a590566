import numpy as np


def initialize(paths, dates):
    return np.array([0x1BD11BDA, 0xA9FC1A22], dtype=np.uint32)
