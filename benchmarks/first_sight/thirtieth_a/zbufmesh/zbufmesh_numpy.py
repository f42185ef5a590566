import numpy as np


def shades(points, faces, light):
    a, b, c = points[faces[:, 0]], points[faces[:, 1]], points[faces[:, 2]]
    normal = np.cross((b - a) * light[3:], (c - a) * light[3:])
    normal /= np.sqrt(np.sum(normal * normal, axis=1, keepdims=True))
    return np.clip(normal @ light[:3], 0.0, 1.0).astype(np.float32)


def zbufmesh(points, faces, size, ambient=0.15, bias=1e-4):
    """A mesh drawn with a depth buffer: depths, shades, which triangle is seen, and how many pixels each triangle keeps."""
    light = np.array([0.3, -0.4, 0.8660254, 1.0 / size, 1.0 / size, 0.365], dtype=np.float32)
    shade = shades(points, faces, light)
    depth = np.full((size, size), -np.inf, dtype=np.float32)
    picture = np.zeros((size, size), dtype=np.float32)
    owner = np.full((size, size), -1, dtype=np.int32)
    for f in range(len(faces)):
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = points[faces[f]]
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        if abs(area) < 1e-6:
            continue
        x0, x1 = max(int(np.floor(min(ax, bx, cx))), 0), min(int(np.ceil(max(ax, bx, cx))) + 1, size)
        y0, y1 = max(int(np.floor(min(ay, by, cy))), 0), min(int(np.ceil(max(ay, by, cy))) + 1, size)
        if x0 >= x1 or y0 >= y1:
            continue
        x = np.arange(x0, x1, dtype=np.float32)[:, None]
        y = np.arange(y0, y1, dtype=np.float32)
        u = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / area
        v = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / area
        z = az + u * (bz - az) + v * (cz - az)
        window = depth[x0:x1, y0:y1]
        front = (u >= 0.0) & (v >= 0.0) & (u + v <= 1.0) & (z > window + bias)
        window[front] = z[front]
        picture[x0:x1, y0:y1][front] = ambient + (1.0 - ambient) * shade[f]
        owner[x0:x1, y0:y1][front] = f
    return depth, picture, owner, np.bincount(owner[owner >= 0], minlength=len(faces))
