import numpy as np


def initialize(poses, beams):
    """A round walk in a room with a pillar, and how far each beam comes."""
    rng = np.random.default_rng(311)
    a = np.linspace(0.0, 5.7, poses) + 0.013
    pose = np.stack([2.1 * np.cos(a) + 0.017, 1.6 * np.sin(a) - 0.023, a + 1.6], axis=1)
    angle = np.linspace(-2.0, 2.0, beams)
    heading = pose[:, 2, None] + angle
    c, s = np.cos(heading), np.sin(heading)
    wall = np.minimum((3.9 - np.sign(c) * pose[:, 0, None]) / np.abs(c), (2.9 - np.sign(s) * pose[:, 1, None]) / np.abs(s))
    near = -(c * pose[:, 0, None] + s * pose[:, 1, None])
    off = np.sum(pose[:, :2] ** 2, axis=1)[:, None] - near ** 2
    pillar = np.where((off < 0.25) & (near > 0.0), near - np.sqrt(np.maximum(0.25 - off, 0.0)), np.inf)
    return pose, angle, np.minimum(np.minimum(wall, pillar) + 0.02 * rng.standard_normal(wall.shape), 4.0), 4.0
