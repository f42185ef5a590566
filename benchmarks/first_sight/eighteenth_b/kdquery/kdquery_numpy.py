import numpy as np


def nearest(points, left, right, root, query):
    """The nearest place to a query, its squared distance, and how many nodes were looked at."""
    best = -1
    shortest = np.inf
    looked = 0
    stack = [(root, 0, 0.0)]
    while stack:
        node, axis, gap2 = stack.pop()
        if node < 0 or gap2 >= shortest:
            continue
        looked += 1
        away = query - points[node]
        distance2 = np.dot(away, away)
        if distance2 < shortest:
            best, shortest = node, distance2
        side = away[axis]
        near, far = (left[node], right[node]) if side < 0.0 else (right[node], left[node])
        following = (axis + 1) % 3
        stack.append((far, following, side * side))
        stack.append((near, following, 0.0))
    return best, shortest, looked


def search(points, left, right, root, queries):
    m = len(queries)
    which = np.zeros(m, dtype=int)
    distance = np.zeros(m)
    looked = np.zeros(m, dtype=int)
    for q in range(m):
        which[q], distance2, looked[q] = nearest(points, left, right, root, queries[q])
        distance[q] = np.sqrt(distance2)
    return which, distance, looked
