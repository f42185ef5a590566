import numpy as np


def initialize(ny, nx):
    j, i = np.mgrid[0:ny, 0:nx]
    s = min(ny, nx)
    image = np.zeros((ny, nx), dtype=np.uint8)
    image[np.abs((j - ny / 2) ** 2 + (i - nx / 2) ** 2 - (0.33 * s) ** 2) < 0.09 * s ** 2 * 0.4] = 1
    image[np.abs(j - ny / 2 - 0.3 * (i - nx / 2)) < 0.07 * s] = 1
    image[:, nx // 5:nx // 5 + s // 14] = 1
    return image
