import numpy as np


def clip_edge(poly, count, ax, ay, bx, by, out):
    """What is left of the line from a to b (Sutherland and Hodgman); returns how many corners that has."""
    new = 0
    for i in range(count):
        px, py = poly[i]
        qx, qy = poly[(i + 1) % count]
        side_p = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
        side_q = (bx - ax) * (qy - ay) - (by - ay) * (qx - ax)
        if side_p >= 0.0:
            out[new, 0] = px
            out[new, 1] = py
            new += 1
        if (side_p >= 0.0) != (side_q >= 0.0):
            t = side_p / (side_p - side_q)
            out[new, 0] = px + t * (qx - px)
            out[new, 1] = py + t * (qy - py)
            new += 1
    return new


def shoelace(poly, count):
    total = 0.0
    for i in range(count):
        j = (i + 1) % count
        total += poly[i, 0] * poly[j, 1] - poly[j, 0] * poly[i, 1]
    return 0.5 * total


def overlaps(first, second):
    """Areas in which pairs of convex polygons overlap, and their share of what the two cover."""
    pairs, corners, _ = first.shape
    area = np.zeros(pairs)
    share = np.zeros(pairs)
    here = np.empty((2 * corners + 2, 2))
    there = np.empty((2 * corners + 2, 2))
    for p in range(pairs):
        a, b = first[p], second[p]
        if np.any(a.max(axis=0) < b.min(axis=0)) or np.any(b.max(axis=0) < a.min(axis=0)):
            continue
        count = corners
        here[:corners] = a
        for e in range(corners):
            f = (e + 1) % corners
            count = clip_edge(here, count, b[e, 0], b[e, 1], b[f, 0], b[f, 1], there)
            here[:count] = there[:count]
            if count == 0:
                break
        if count < 3:
            continue
        area[p] = shoelace(here, count)
        share[p] = area[p] / (shoelace(a, corners) + shoelace(b, corners) - area[p])
    return area, share
