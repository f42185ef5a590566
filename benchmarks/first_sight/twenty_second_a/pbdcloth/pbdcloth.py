import numpy as np


def initialize(ny, nx):
    rng = np.random.default_rng(50)
    y, x = np.mgrid[0:ny, 0:nx].astype(float)
    pos = np.stack((x, y, np.zeros((ny, nx))), axis=-1) * 0.1
    pos[..., 2] += 0.01 * rng.random((ny, nx))
    mobile = np.ones((ny, nx))
    mobile[0, 0] = mobile[0, nx - 1] = 0.0
    return pos, np.zeros((ny, nx, 3)), mobile
