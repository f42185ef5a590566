import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def circle(p, a, b, c):
    ux, uy = p[b, 0] - p[a, 0], p[b, 1] - p[a, 1]
    vx, vy = p[c, 0] - p[a, 0], p[c, 1] - p[a, 1]
    twice = 2.0 * (ux * vy - uy * vx)
    uu, vv = ux * ux + uy * uy, vx * vx + vy * vy
    dx, dy = (vy * uu - uy * vv) / twice, (ux * vv - vx * uu) / twice
    return p[a, 0] + dx, p[a, 1] + dy, dx * dx + dy * dy


@nb.njit(error_model="numpy")
def delaunbw(points):
    n = points.shape[0]
    p = np.empty((n + 3, 2))
    p[:n] = points
    p[n, 0], p[n, 1], p[n + 1, 0], p[n + 1, 1], p[n + 2, 0], p[n + 2, 1] = -1700.0, -1000.0, 1700.0, -1000.0, 0.0, 2000.0
    t, x, y, r2 = np.empty((2 * n + 8, 3), np.int64), np.empty(2 * n + 8), np.empty(2 * n + 8), np.empty(2 * n + 8)
    edges = np.empty((6 * n + 24, 2), np.int64)
    t[0, 0], t[0, 1], t[0, 2] = n, n + 1, n + 2
    x[0], y[0], r2[0] = circle(p, n, n + 1, n + 2)
    count = 1
    for i in range(n):
        kept, found = 0, 0
        for k in range(count):
            dx, dy = x[k] - p[i, 0], y[k] - p[i, 1]
            if dx * dx + dy * dy < r2[k]:
                for c in range(3):
                    a, b = t[k, c], t[k, (c + 1) % 3]
                    twin = -1
                    for q in range(found):
                        if edges[q, 0] == b and edges[q, 1] == a or edges[q, 0] == a and edges[q, 1] == b:
                            twin = q
                            break
                    if twin < 0:
                        edges[found, 0], edges[found, 1] = a, b
                        found += 1
                    else:
                        found -= 1
                        edges[twin, 0], edges[twin, 1] = edges[found, 0], edges[found, 1]
            else:
                if kept != k:
                    t[kept, 0], t[kept, 1], t[kept, 2] = t[k, 0], t[k, 1], t[k, 2]
                    x[kept], y[kept], r2[kept] = x[k], y[k], r2[k]
                kept += 1
        for q in range(found):
            t[kept, 0], t[kept, 1], t[kept, 2] = edges[q, 0], edges[q, 1], i
            x[kept], y[kept], r2[kept] = circle(p, edges[q, 0], edges[q, 1], i)
            kept += 1
        count = kept
    m = 0
    key = np.empty(count, np.int64)
    for k in range(count):
        if max(t[k, 0], t[k, 1], t[k, 2]) < n:
            low, high = min(t[k, 0], t[k, 1], t[k, 2]), max(t[k, 0], t[k, 1], t[k, 2])
            key[m] = (low * n + t[k, 0] + t[k, 1] + t[k, 2] - low - high) * n + high
            m += 1
    key = np.sort(key[:m])
    out, least = np.empty((m, 3), np.int64), np.empty(m)
    sides = np.empty(3 * m, np.int64)
    for k in range(m):
        a, b, c = key[k] // (n * n), key[k] // n % n, key[k] % n
        out[k, 0], out[k, 1], out[k, 2] = a, b, c
        sides[3 * k], sides[3 * k + 1], sides[3 * k + 2] = a * n + b, b * n + c, a * n + c
        u = (points[a, 0] - points[b, 0]) ** 2 + (points[a, 1] - points[b, 1]) ** 2
        v = (points[b, 0] - points[c, 0]) ** 2 + (points[b, 1] - points[c, 1]) ** 2
        w = (points[a, 0] - points[c, 0]) ** 2 + (points[a, 1] - points[c, 1]) ** 2
        s = min(u, v, w)
        if s == u:
            u = w
        elif s == v:
            v = w
        least[k] = np.arccos((u + v - s) / (2.0 * np.sqrt(u * v)))
    sides = np.sort(sides)
    lengths = np.empty(sides.size)
    found = 0
    for k in range(sides.size):
        if (k == 0 or sides[k - 1] != sides[k]) and (k + 1 == sides.size or sides[k + 1] != sides[k]):
            a, b = sides[k] // n, sides[k] % n
            lengths[found] = np.sqrt((points[a, 0] - points[b, 0]) ** 2 + (points[a, 1] - points[b, 1]) ** 2)
            found += 1
    return out, least, lengths[:found].copy()
