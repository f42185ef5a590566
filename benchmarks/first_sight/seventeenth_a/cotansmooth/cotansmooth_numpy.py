import numpy as np


def corner(vertices, faces, k):
    """Of each face: the corners i, j, l in turn from the k-th, the cotangent of its angle at i, and its area."""
    i, j, l = faces[:, k], faces[:, (k + 1) % 3], faces[:, (k + 2) % 3]
    p, q = vertices[j] - vertices[i], vertices[l] - vertices[i]
    twice_area = np.linalg.norm(np.cross(p, q), axis=1)
    return i, j, l, np.sum(p * q, axis=1) / twice_area, 0.5 * twice_area


def smooth(vertices, faces, dt, steps):
    areas = np.zeros(steps)
    for step in range(steps):
        pull = np.zeros_like(vertices)
        mass = np.zeros(len(vertices))
        for k in range(3):
            i, j, l, cotangent, area = corner(vertices, faces, k)
            edge = 0.5 * cotangent[:, np.newaxis] * (vertices[l] - vertices[j])
            np.add.at(pull, j, edge)
            np.subtract.at(pull, l, edge)
            np.add.at(mass, i, area / 3.0)
            areas[step] = area.sum()
        vertices += dt * pull / mass[:, np.newaxis]
    return areas
