import numpy as np


def circles(p, t):
    """Middles and squared radii of circles through the corners of triangles."""
    a, b, c = p[t[:, 0]], p[t[:, 1]], p[t[:, 2]]
    u, v = b - a, c - a
    twice = 2.0 * (u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0])
    uu, vv = np.sum(u * u, axis=1), np.sum(v * v, axis=1)
    d = np.column_stack((v[:, 1] * uu - u[:, 1] * vv, u[:, 0] * vv - v[:, 0] * uu)) / twice[:, None]
    return a + d, np.sum(d * d, axis=1)


def rim(t, size):
    """Edges that belong to one of the triangles only."""
    edges = np.concatenate((t[:, [0, 1]], t[:, [1, 2]], t[:, [2, 0]]))
    key = edges.min(axis=1) * size + edges.max(axis=1)
    _, first, count = np.unique(key, return_index=True, return_counts=True)
    return edges[first[count == 1]]


def angles(p, t):
    """The least angle of each triangle."""
    sides = np.stack([np.sum((p[t[:, k]] - p[t[:, k - 1]]) ** 2, axis=1) for k in range(3)])
    a, b, c = np.sort(sides, axis=0)
    return np.arccos((b + c - a) / (2.0 * np.sqrt(b * c)))


def delaunbw(points):
    """Triangles with their corners in order, their least angles, and lengths of edges on the border."""
    n = points.shape[0]
    far = 1000.0 * np.array([[-1.7, -1.0], [1.7, -1.0], [0.0, 2.0]])
    p = np.concatenate((points, far))
    t = np.array([[n, n + 1, n + 2]])
    middle, r2 = circles(p, t)
    for i in range(n):
        bad = np.sum((middle - p[i]) ** 2, axis=1) < r2
        edges = rim(t[bad], n + 3)
        new = np.column_stack((edges, np.full(len(edges), i)))
        m, r = circles(p, new)
        t = np.concatenate((t[~bad], new))
        middle, r2 = np.concatenate((middle[~bad], m)), np.concatenate((r2[~bad], r))
    t = np.sort(t[t.max(axis=1) < n], axis=1)
    t = t[np.lexsort((t[:, 2], t[:, 1], t[:, 0]))]
    border = rim(t, n)
    return t, angles(points, t), np.linalg.norm(points[border[:, 0]] - points[border[:, 1]], axis=1)
