import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def shaded(points, p, q, r, size):
    s, t = np.float32(1.0 / size), np.float32(0.365)
    x, y, z = (points[q, 0] - points[p, 0]) * s, (points[q, 1] - points[p, 1]) * s, (points[q, 2] - points[p, 2]) * t
    u, v, w = (points[r, 0] - points[p, 0]) * s, (points[r, 1] - points[p, 1]) * s, (points[r, 2] - points[p, 2]) * t
    e, f, g = y * w - z * v, z * u - x * w, x * v - y * u
    bright = (np.float32(0.3) * e - np.float32(0.4) * f + np.float32(0.8660254) * g) / np.sqrt(e * e + f * f + g * g)
    return min(max(bright, np.float32(0.0)), np.float32(1.0))


@nb.njit(error_model="numpy")
def zbufmesh(points, faces, size, ambient=0.15, bias=1e-4):
    depth, picture = np.full((size, size), np.float32(-np.inf)), np.zeros((size, size), np.float32)
    owner, kept = np.full((size, size), np.int32(-1)), np.zeros(len(faces), np.int64)
    zero, one = np.float32(0.0), np.float32(1.0)
    for f in range(len(faces)):
        p, q, r = faces[f, 0], faces[f, 1], faces[f, 2]
        ax, ay, az = points[p, 0], points[p, 1], points[p, 2]
        bx, by, bz = points[q, 0] - ax, points[q, 1] - ay, points[q, 2] - az
        cx, cy, cz = points[r, 0] - ax, points[r, 1] - ay, points[r, 2] - az
        area = bx * cy - by * cx
        if abs(area) < np.float32(1e-6):
            continue
        x0, x1 = int(np.floor(min(ax, points[q, 0], points[r, 0]))), int(np.ceil(max(ax, points[q, 0], points[r, 0]))) + 1
        y0, y1 = int(np.floor(min(ay, points[q, 1], points[r, 1]))), int(np.ceil(max(ay, points[q, 1], points[r, 1]))) + 1
        bright = np.float32(ambient) + np.float32(1.0 - ambient) * shaded(points, p, q, r, size)
        for i in range(max(x0, 0), min(x1, size)):
            x = np.float32(i) - ax
            for j in range(max(y0, 0), min(y1, size)):
                y = np.float32(j) - ay
                u, v = (x * cy - y * cx) / area, (bx * y - by * x) / area
                if u >= zero and v >= zero and u + v <= one:
                    z = az + u * bz + v * cz
                    if z > depth[i, j] + np.float32(bias):
                        depth[i, j], picture[i, j], owner[i, j] = z, bright, f
    for i in range(size):
        for j in range(size):
            if owner[i, j] >= 0:
                kept[owner[i, j]] += 1
    return depth, picture, owner, kept
