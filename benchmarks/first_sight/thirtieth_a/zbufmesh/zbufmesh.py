import numpy as np


def initialize(n, size):
    """A wavy torus of triangles seen from above in units of pixels, snapped to eighths, single precision, and how wide the picture is."""
    u, v = np.meshgrid(np.linspace(0.0, 2.0 * np.pi, 2 * n + 1), np.linspace(0.0, 2.0 * np.pi, n + 1), indexing="ij")
    r = 0.3 + 0.03 * np.sin(9.0 * u) * np.cos(4.0 * v)
    x, y, z = (1.0 + r * np.cos(v)) * np.cos(u), (1.0 + r * np.cos(v)) * np.sin(u), r * np.sin(v)
    y, z = 0.8 * y - 0.6 * z, 0.6 * y + 0.8 * z
    across, down = np.round(4.0 * size * (1.0 + 0.73 * np.stack((x, y)))) / 8.0
    points = np.stack((across, down, z), axis=-1).reshape(-1, 3)
    a = (np.arange(2 * n)[:, None] * (n + 1) + np.arange(n)).ravel()
    faces = np.concatenate((np.stack((a, a + n + 1, a + 1), axis=1), np.stack((a + n + 1, a + n + 2, a + 1), axis=1)))
    return points.astype(np.float32), faces, size
