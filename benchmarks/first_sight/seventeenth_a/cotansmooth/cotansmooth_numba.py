import math

import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def smooth(vertices, faces, dt, steps):
    """All three corners of a face at once: their triangles have one area."""
    n = vertices.shape[0]
    areas = np.zeros(steps)
    pull, mass = np.zeros((n, 3)), np.zeros(n)
    for step in range(steps):
        pull[:] = 0.0
        mass[:] = 0.0
        total = 0.0
        for f in range(faces.shape[0]):
            a, b, c = faces[f, 0], faces[f, 1], faces[f, 2]
            ux, uy, uz = vertices[b, 0] - vertices[a, 0], vertices[b, 1] - vertices[a, 1], vertices[b, 2] - vertices[a, 2]
            vx, vy, vz = vertices[c, 0] - vertices[b, 0], vertices[c, 1] - vertices[b, 1], vertices[c, 2] - vertices[b, 2]
            wx, wy, wz = vertices[a, 0] - vertices[c, 0], vertices[a, 1] - vertices[c, 1], vertices[a, 2] - vertices[c, 2]
            x, y, z = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
            twice = math.sqrt(x * x + y * y + z * z)
            at_a = -0.5 * (ux * wx + uy * wy + uz * wz) / twice
            at_b = -0.5 * (ux * vx + uy * vy + uz * vz) / twice
            at_c = -0.5 * (vx * wx + vy * wy + vz * wz) / twice
            pull[a, 0] += at_c * ux - at_b * wx
            pull[a, 1] += at_c * uy - at_b * wy
            pull[a, 2] += at_c * uz - at_b * wz
            pull[b, 0] += at_a * vx - at_c * ux
            pull[b, 1] += at_a * vy - at_c * uy
            pull[b, 2] += at_a * vz - at_c * uz
            pull[c, 0] += at_b * wx - at_a * vx
            pull[c, 1] += at_b * wy - at_a * vy
            pull[c, 2] += at_b * wz - at_a * vz
            share = twice / 6.0
            mass[a] += share
            mass[b] += share
            mass[c] += share
            total += 0.5 * twice
        areas[step] = total
        for i in range(n):
            factor = dt / mass[i]
            for k in range(3):
                vertices[i, k] += factor * pull[i, k]
    return areas
