import numpy as np


def initialize(spanwise, chordwise, angles):
    """Corners of panels of a swept, tapered and twisted wing, and angles of attack in degrees."""
    y = 5.0 * np.sin(0.5 * np.pi * np.linspace(-1.0, 1.0, spanwise + 1))
    share = np.linspace(0.0, 1.0, chordwise + 1)[:, None]
    chord = 2.0 - 0.22 * np.abs(y)
    corners = np.empty((chordwise + 1, spanwise + 1, 3))
    corners[..., 0] = 0.35 * np.abs(y) + share * chord
    corners[..., 1] = y
    corners[..., 2] = 0.06 * np.abs(y) - share * chord * np.tan(np.radians(0.5 * (1.0 - np.abs(y)))) - 0.08 * chord * share ** 2
    return corners, np.linspace(-2.0, 8.0, angles)
