import numpy as np


def turn(o, a, b):
    """Twice the area of a triangle, positive to the left."""
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def hull(points, stack):
    """How many corners the hull has; they are put into stack against the clock."""
    n = len(points)
    top = 0
    for i in range(n):
        while top >= 2 and turn(stack[top - 2], stack[top - 1], points[i]) <= 0.0:
            top -= 1
        stack[top] = points[i]
        top += 1
    floor = top + 1
    for i in range(n - 2, -1, -1):
        while top >= floor and turn(stack[top - 2], stack[top - 1], points[i]) <= 0.0:
            top -= 1
        stack[top] = points[i]
        top += 1
    return top - 1


def calipers(points):
    sets, n, _ = points.shape
    diameter, width = np.zeros(sets), np.full(sets, np.inf)
    size = np.zeros(sets, dtype=np.int64)
    stack = np.zeros((2 * n, 2))
    for s in range(sets):
        h = hull(points[s], stack)
        far = 1
        for i in range(h):
            a, b = stack[i], stack[(i + 1) % h]
            while turn(a, b, stack[(far + 1) % h]) > turn(a, b, stack[far]):
                far = (far + 1) % h
            c = stack[far]
            reach = max(np.hypot(c[0] - a[0], c[1] - a[1]), np.hypot(c[0] - b[0], c[1] - b[1]))
            diameter[s] = max(diameter[s], reach)
            width[s] = min(width[s], turn(a, b, c) / np.hypot(b[0] - a[0], b[1] - a[1]))
        size[s] = h
    return diameter, width, size
