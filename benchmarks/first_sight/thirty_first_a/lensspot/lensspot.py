import numpy as np


def initialize(grid, fields):
    """A lens of seven faces: curvature, cone constant, way to the next face, index and dispersion behind; apertures and angles."""
    faces = np.array([
        [1 / 34.0, 0.0, 6.0, 1.620, 0.0103], [1 / 160.0, 0.0, 3.5, 1.0, 0.0], [-1 / 60.0, 0.0, 2.0, 1.617, 0.0169],
        [1 / 33.0, 0.0, 4.5, 1.0, 0.0], [1 / 220.0, -0.5, 4.0, 1.620, 0.0103], [-1 / 75.0, 0.0, 2.0, 1.60, 0.0120],
        [-1 / 48.0, 0.2, 70.0, 1.0, 0.0]])
    aperture = np.array([10.0, 9.6, 8.8, 8.4, 8.8, 9.2, 9.6])
    return faces, aperture, np.radians(np.linspace(0.0, 12.0, fields))
