"""Stacks, queues and lists of arrays of which only a run tells the lengths, by themselves and as parts of tuples, dicts and objects."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np

from tests.lift.numpy.surface import Collection, U

PROGRAMS, prog = Collection(sizes=(9, 6, 21)).both


@dataclass
class Ball:
    rows: np.ndarray
    depth: int
    parent: int


@prog(lambda n: (U(n, 2), np.arange(n) * 7 % 3), grad=False)
def tree_of_decisions(x, y):
    """A stack of tuples, whose rows are selections."""
    feature, threshold, label = [-1], [0.0], [0]
    stack = [(0, 0, np.arange(len(y)))]
    while stack:
        node, depth, rows = stack.pop()
        counts = np.bincount(y[rows], minlength=3)
        label[node] = np.argmax(counts)
        if depth == 3 or len(rows) < 4 or counts.max() == len(rows):
            continue
        cut = int(np.argmax(np.ptp(x[rows], axis=0)))
        value = x[rows, cut].mean()
        feature[node], threshold[node] = cut, value
        low = x[rows, cut] <= value
        for part in (rows[low], rows[~low]):
            stack.append((len(feature), depth + 1, part))
            feature.append(-1)
            threshold.append(0.0)
            label.append(0)
    return np.array(feature), np.array(threshold), np.array(label)


@prog(lambda n: (U(n, 2), 2), grad=False)
def halves_of_sizes(points, leaf):
    """A tree of points: sizes tell the lengths, and would decide every iteration."""
    axis, members, stack = [], [], [(np.arange(len(points)), 0)]
    while stack:
        rows, depth = stack.pop()
        if len(rows) <= leaf:
            for i in rows:
                members.append(i)
            axis.append(-1)
            continue
        here = points[rows]
        d = int(np.argmax(here.max(axis=0) - here.min(axis=0)))
        order = rows[np.argsort(here[:, d], kind="stable")]
        axis.append(d + 2 * depth)
        stack.append((order[len(order) // 2:], depth + 1))
        stack.append((order[:len(order) // 2], depth + 1))
    return np.array(axis), np.array(members)


@prog(lambda n: (U(n, 2), 2))
def balls(points, leaf):
    """Objects with rows."""
    centers, radii, parents = [], [], []
    stack = [Ball(np.arange(len(points)), 0, -1)]
    while stack:
        ball = stack.pop()
        here = points[ball.rows]
        center = here.mean(axis=0)
        centers.append(center)
        radii.append(((here - center)**2).sum(axis=1).max())
        parents.append(ball.parent)
        low = here[:, ball.depth % 2] <= center[ball.depth % 2]
        if len(ball.rows) > leaf and not low.all():
            stack.append(Ball(ball.rows[low], ball.depth + 1, len(radii) - 1))
            stack.append(Ball(ball.rows[~low], ball.depth + 1, len(radii) - 1))
    return np.array(centers), np.array(radii), np.array(parents)


@prog(lambda n: (U(n, 2) / 1.6, 2), grad=False)
def boxes(points, leaf):
    """Dicts with rows of a matrix, in a loop inside of a loop; many are empty."""
    found, todo = [], [{"x": 0.0, "y": 0.0, "h": 1.0, "points": points}]
    while todo:
        box = todo.pop()
        x, y, h, here = box["x"], box["y"], box["h"] / 2, box["points"]
        if len(here) <= leaf or h < 0.1:
            found.append((x, y, h, float(len(here))))
            continue
        for left in (x, x + h):
            for lower in (y, y + h):
                inside = (here[:, 0] >= left) & (here[:, 0] < left + h) & (here[:, 1] >= lower) & (here[:, 1] < lower + h)
                todo.append({"x": left, "y": lower, "h": h, "points": here[inside]})
    return np.array(found)


@prog(lambda n: (np.arange(2 * n).reshape(n, 2) * 5 % (n + 1) % n,), grad=False)
def levels_of_a_search(near):
    seen = np.zeros(len(near), dtype=bool)
    seen[0] = True
    levels = [np.array([0])]
    while len(levels[-1]) > 0:
        new = np.zeros(len(near), dtype=bool)
        for v in levels[-1]:
            for w in near[v]:
                new[w] |= not seen[w]
        seen |= new
        levels.append(np.flatnonzero(new))
    return [len(level) for level in levels], np.concatenate(levels)


@prog(lambda n: (U(n),), grad=False)
def bisected(x):
    """A queue, whose first item is taken."""
    part, queue = np.zeros(len(x), dtype=int), deque([(np.arange(len(x)), 1)])
    while queue:
        rows, label = queue.popleft()
        if label > 7 or len(rows) < 2:
            part[rows] = label
            continue
        lower = x[rows] < np.median(x[rows])
        queue.append((rows[lower], 2 * label))
        queue.append((rows[~lower], 2 * label + 1))
    return part


@prog(lambda n: (U(n),))
def merged_runs(x):
    """A deque of slices, of which two are joined."""
    runs, i = deque(), 0
    while i < len(x):
        j = i + 1
        while j < len(x) and x[j - 1] <= x[j]:
            j += 1
        runs.append(x[i:j])
        i = j
    while len(runs) > 1:
        a, b = runs.popleft(), runs.popleft()
        runs.append(np.sort(np.concatenate([a, b])))
    return runs[0]


@prog(lambda n: (U(n), 3))
def clusters(x, k):
    """Lists of members: an item is replaced by a longer one, another is taken out at a computed place."""
    found = [np.array([i]) for i in range(len(x))]
    while len(found) > k:
        best, bi, bj = np.inf, 0, 1
        for i in range(len(found)):
            for j in range(i + 1, len(found)):
                d = abs(x[found[i]].mean() - x[found[j]].mean())
                if d < best:
                    best, bi, bj = d, i, j
        found[bi] = np.concatenate([found[bi], found[bj]])
        found.pop(bj)
    return [len(members) for members in found], np.array([x[members].sum() for members in found]), np.concatenate(found)


@prog(lambda n: (U(n),))
def sums_of_parts(x):
    """What is taken out changes, and is weighed by what is beside it."""
    total, stack = 0.0, [(1.0, x * x)]
    while stack:
        w, part = stack.pop()
        part *= 1.5
        if len(part) < 3:
            total += w * np.sum(part)
            continue
        high = part > part.mean()
        stack.append((w * 0.5 + part[0], part[high] * 0.75))
        stack.append((w * 0.25, np.sin(part[~high])))
    return total


@prog(lambda n: (U(n, 2), U(n)))
def two_arrays_of_one_length(p, w):
    stack, found = [(p, w)], []
    while stack:
        q, v = stack.pop()
        if len(q) < 4:
            found.append(q.sum(axis=0) * (v.sum() + 1.0))
            continue
        high = q[:, 0] * v > np.median(q[:, 0] * v)
        stack.append((q[high], v[high]))
        stack.append((q[~high], v[~high] * 0.5))
    return np.array(found)


@prog(lambda n: (U(n),))
def given_back(x):
    """Lists of arrays, of tuples with some, and with an array or None."""
    done, named, maybe, todo = [], [], [], [x]
    while todo:
        p = todo.pop()
        high = p > p.mean()
        if len(p) < 4:
            done.append(p)
            named.append((len(todo), p))
            maybe.append((1, p))
        else:
            maybe.append((0, None))
            todo += [p[high], p[~high]]
    return done, named, maybe


@prog(lambda n: (U(n),))
def put_anywhere(x):
    parts = [x[x > 0.5]]
    for k in range(len(x)):
        if x[k] > 1.0:
            parts.insert(0, x[x > x[k]])
        elif len(parts) > 2:
            del parts[1]
        else:
            parts.append(x[:k])
    parts.reverse()
    parts.sort(key=len)
    some = parts[1:]
    parts.pop()
    parts.append(x[:2])
    return np.concatenate(parts), [len(p) for p in some], sorted(parts, key=lambda p: -len(p))[0]


@prog(lambda n: (U(n), 2), grad=False)
def objects_whose_rows_change(x, leaf):
    nodes, k = [Ball(np.arange(len(x)), 0, -1)], 0
    while k < len(nodes):
        node = nodes[k]
        high = x[node.rows] > x[node.rows].mean()
        if len(node.rows) > leaf and high.any():
            node.depth = len(nodes)
            nodes.append(Ball(node.rows[high], 0, k))
            nodes.append(Ball(node.rows[~high], 0, k))
            node.rows = node.rows[:1]
        k += 1
    return np.array([len(node.rows) for node in nodes]), np.array([node.depth for node in nodes]), nodes[-1].rows


@prog(lambda n: (U(n),))
def widest_first(x):
    """A part at a computed place is taken out, a few times."""
    parts = [(np.ptp(x), x)]
    for _ in range(4):
        k = int(np.argmax([w for w, _ in parts]))
        _, part = parts.pop(k)
        high = part > part.mean()
        if not high.any():
            parts.append((0.0, part))
            break
        parts += [(np.ptp(part[high]), part[high] * 1.25), (np.ptp(part[~high]), part[~high])]
    return [len(part) for _, part in parts], np.array([w for w, _ in parts]), np.concatenate([part for _, part in parts])
