import numba as nb
import numpy as np


@nb.njit
def area_of(x, y, count):
    total = 0.0
    px, py = x[count - 1], y[count - 1]
    for i in range(count):
        total += px * y[i] - x[i] * py
        px, py = x[i], y[i]
    return 0.5 * total


@nb.njit
def clip_edge(x, y, count, ax, ay, bx, by, u, v):
    new = 0
    ex, ey = bx - ax, by - ay
    px, py = x[0], y[0]
    side = ex * (py - ay) - ey * (px - ax)
    first = side
    for i in range(count):
        if i + 1 < count:
            qx, qy = x[i + 1], y[i + 1]
            other = ex * (qy - ay) - ey * (qx - ax)
        else:
            qx, qy, other = x[0], y[0], first
        if side >= 0.0:
            u[new], v[new] = px, py
            new += 1
        if (side >= 0.0) != (other >= 0.0):
            t = side / (side - other)
            u[new], v[new] = px + t * (qx - px), py + t * (qy - py)
            new += 1
        px, py, side = qx, qy, other
    return new


@nb.njit
def overlaps(first, second):
    pairs, corners, _ = first.shape
    area, share = np.zeros(pairs), np.zeros(pairs)
    x, y = np.empty(2 * corners + 2), np.empty(2 * corners + 2)
    u, v = np.empty(2 * corners + 2), np.empty(2 * corners + 2)
    for p in range(pairs):
        apart = False
        for d in range(2):
            la, ha, lb, hb = np.inf, -np.inf, np.inf, -np.inf
            for i in range(corners):
                a, b = first[p, i, d], second[p, i, d]
                la, ha, lb, hb = min(la, a), max(ha, a), min(lb, b), max(hb, b)
            apart |= ha < lb or hb < la
        if apart:
            continue
        for i in range(corners):
            x[i], y[i] = first[p, i, 0], first[p, i, 1]
        whole = area_of(x, y, corners) + area_of(second[p, :, 0], second[p, :, 1], corners)
        count = corners
        for e in range(corners):
            f = e + 1 if e + 1 < corners else 0
            count = clip_edge(x, y, count, second[p, e, 0], second[p, e, 1], second[p, f, 0], second[p, f, 1], u, v)
            x, u = u, x
            y, v = v, y
            if count == 0:
                break
        if count >= 3:
            area[p] = area_of(x, y, count)
            share[p] = area[p] / (whole - area[p])
    return area, share
