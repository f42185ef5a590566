import numpy as np


def initialize(n, m):
    """Clustered places with a balanced tree over them: the median along axes in turn is the node."""
    rng = np.random.default_rng(188)
    centres = rng.uniform(0.0, 10.0, (12, 3))
    points = centres[rng.integers(0, 12, n)] + 0.8 * rng.standard_normal((n, 3))
    queries = centres[rng.integers(0, 12, m)] + 0.9 * rng.standard_normal((m, 3))
    left, right = np.full(n, -1), np.full(n, -1)

    def build(members, depth):
        if len(members) == 0:
            return -1
        members = members[np.argsort(points[members, depth % 3])]
        middle = len(members) // 2
        node = members[middle]
        left[node] = build(members[:middle], depth + 1)
        right[node] = build(members[middle + 1:], depth + 1)
        return node

    root = build(np.arange(n), 0)
    return points, left, right, int(root), queries
