import numpy as np


def initialize(nz, ny, nx):
    rng = np.random.default_rng(36)
    z, y, x = np.mgrid[0:nz, 0:ny, 0:nx]
    u = np.where((x < nx // 2) & (y > ny // 3), 0.9, 0.0) + 0.01 * rng.random((nz, ny, nx))
    v = np.where((y < ny // 2) & (z > nz // 4), 0.5, 0.0)
    return u.astype(np.float32), v.astype(np.float32)
