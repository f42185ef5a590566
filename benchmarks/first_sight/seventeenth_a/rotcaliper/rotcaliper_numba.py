import math

import numba as nb
import numpy as np


@nb.njit(inline="always")
def turn(s, o, a, x, y):
    return (s[a, 0] - s[o, 0]) * (y - s[o, 1]) - (s[a, 1] - s[o, 1]) * (x - s[o, 0])


@nb.njit
def hull(points, stack):
    n = len(points)
    top = 0
    for i in range(n):
        x, y = points[i, 0], points[i, 1]
        while top >= 2 and turn(stack, top - 2, top - 1, x, y) <= 0.0:
            top -= 1
        stack[top, 0], stack[top, 1] = x, y
        top += 1
    floor = top + 1
    for i in range(n - 2, -1, -1):
        x, y = points[i, 0], points[i, 1]
        while top >= floor and turn(stack, top - 2, top - 1, x, y) <= 0.0:
            top -= 1
        stack[top, 0], stack[top, 1] = x, y
        top += 1
    return top - 1


@nb.njit(error_model="numpy")
def calipers(points):
    """Squares of distances; roots once for a set."""
    sets, n, _ = points.shape
    diameter, width, size = np.zeros(sets), np.full(sets, np.inf), np.zeros(sets, np.int64)
    stack = np.zeros((2 * n, 2))
    for s in range(sets):
        h = hull(points[s], stack)
        far, longest, least = 1, 0.0, np.inf
        for i in range(h):
            j = i + 1 if i + 1 < h else 0
            area = turn(stack, i, j, stack[far, 0], stack[far, 1])
            while True:
                after = far + 1 if far + 1 < h else 0
                larger = turn(stack, i, j, stack[after, 0], stack[after, 1])
                if not larger > area:
                    break
                far, area = after, larger
            x, y = stack[far, 0], stack[far, 1]
            ax, ay, bx, by = x - stack[i, 0], y - stack[i, 1], x - stack[j, 0], y - stack[j, 1]
            longest = max(longest, ax * ax + ay * ay, bx * bx + by * by)
            ex, ey = stack[j, 0] - stack[i, 0], stack[j, 1] - stack[i, 1]
            least = min(least, area / math.sqrt(ex * ex + ey * ey))
        diameter[s], width[s], size[s] = math.sqrt(longest), least, h
    return diameter, width, size
