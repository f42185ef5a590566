"""Programs with dicts whose keys the data say, lists that lose items at places that the data say, and tuples in order."""

from collections import Counter, defaultdict, deque

import numpy as np

from tests.lift.numpy.surface import Collection, R, U

PROGRAMS, prog = Collection(sizes=(5, 7, 10)).both


@prog(lambda n: (R(n).integers(0, 5, n), U(n)))
def weighted_spread(kinds, weights):
    """Counts and sums under keys that the data say, frequencies, the most frequent kind, and distances between equal ones."""
    counts = Counter(kinds)
    sums = defaultdict(float)
    last = {}
    gaps = 0.0
    for i, kind in enumerate(kinds):
        sums[int(kind)] += weights[i]
        if kind in last:
            gaps += weights[i] * (i - last[kind])
        last[kind] = i
    frequencies = {kind: count / len(kinds) for kind, count in counts.items()}
    entropy = -sum(p * np.log(p) for p in frequencies.values())
    most = max(counts, key=counts.get)  # type: ignore[call-overload]
    return entropy, gaps, most, len(sums), counts[99], sum(s * s for s in sums.values()), counts.most_common(1)[0][1]


@prog(lambda n: (R(n).integers(0, 4, n), R(n + 1).integers(0, 4, n), U(n)))
def transitions(origins, targets, flows):
    """A sparse matrix as a dict of pairs; its entries in the order of its keys."""
    matrix = {}
    for i, j, flow in zip(origins, targets, flows):
        if (i, j) in matrix:
            matrix[i, j] += flow
        else:
            matrix[i, j] = flow
    out = np.zeros((4, 4))
    for (i, j), flow in matrix.items():
        out[i, j] = flow
    order = [i * 4 + j for i, j in sorted(matrix.keys())]
    return out, np.array(order), matrix.get((0, 0), 0.0)


@prog(lambda n: (R(n).integers(0, 30, n), 30), grad=False)
def pair_with_sum(numbers, target):
    seen = {}
    for i, number in enumerate(numbers):
        if target - number in seen:
            return i, seen[target - number]
        seen[number] = i
    return -1, -1


RADII = {1: 0.31, 6: 0.76, 8: 0.66}
KINDS = {(0, 0): 2.0, (0, 1): 3.0, (1, 0): 0.5, (1, 1): 1.0}


@prog(lambda n: (R(n).choice([1, 6, 8], n), U(n)))
def bonded(atoms, x):
    """Known keys, looked up by what the data say."""
    total = 0.0
    for i in range(len(atoms) - 1):
        reach = RADII[atoms[i]] + RADII[atoms[i + 1]]
        pair = int(atoms[i]) % 2, int(atoms[i + 1]) % 2
        total += KINDS[pair] * (x[i] - reach) ** 2 + (pair == (1, 0))
    return total


@prog(lambda n: (U(n, 2), R(n).uniform(size=n) < 0.7), sizes=(8, 8, 8))
def nearest_first(points, alive):
    """Points taken from a list one by one, the nearest to the last one first; corners in the order of their coordinates."""
    todo = deque(zip(*np.nonzero(np.stack([alive, ~alive]))))
    corners = sorted((x, y) for x, y in points)
    left = [k for k in range(len(points)) if points[k, 0] > 0.4]
    x, y, length = corners[0][0], corners[-1][1], 0.0
    while len(left) > 1:
        far = [(points[k, 0] - x) ** 2 + (points[k, 1] - y) ** 2 for k in left]
        k = left.pop(int(np.argmin(far)))
        length += np.sqrt(min(far))
        x, y = points[k]
    return length, len(todo), int("101", 2)


@prog(lambda n: (np.arange(n) * 7 % 4,), grad=False)
def counted_again(k):
    """Counters and dicts of other counters and dicts; what kind of thing a dict of computed keys is."""
    counts = Counter(k)
    more = Counter(counts)
    more[3] += 10
    seen = {k[0]: 5}
    seen.update({1: 2})
    other = seen.copy()
    other[k[1]] = 9
    gone = other.pop(k[2], -1), other.pop(17, -1)
    known = Counter({"a": 2})
    known.update({"a": 3, "b": 1})
    kinds = isinstance(seen, dict), isinstance(counts, dict), isinstance(counts, Counter), isinstance(seen, (list, tuple))
    return counts[3], more[3], seen[1], seen.get(k[0], 0), len(seen), len(other), gone, kinds, known["a"], known["z"]


@prog(lambda n: (U(n) - 0.5,))
def last_of_those_above(x):
    """A deque of tuples and a dict that are filled where the data say."""
    last = deque([(0.25, 1)], maxlen=3)
    above, drops = {}, {}
    for k in range(len(x)):
        if x[k] > 0.0:
            last.append((x[k], k))
    for k in range(5):
        if x[k] > 0.0:
            above[k] = x[k] + above.get(k - 1, 0.5)
    if x[0] > x[1]:
        drops[1] = x[1]
    else:
        drops[2], drops[3] = x[2], x[3]
    near = sum(v / (k + 1) for v, k in last), len(last), last[-1][1]
    return near, sum(k * v for k, v in above.items()), len(above), sum(drops.values()), 1 in drops


@prog(lambda n: (R(n).integers(0, 4, n), U(n)))
def groups_in_order(keys, x):
    """Lists under computed keys: by their keys, by how long they are, and each of them as a list."""
    groups = {}
    for key, v in zip(keys, x):
        groups.setdefault(int(key), []).append(v)
    means = [sum(members) / len(members) * key for key, members in sorted(groups.items())]
    longest, most = sorted(groups.items(), key=lambda pair: len(pair[1]), reverse=True)[0]
    biggest = max(groups, key=lambda key: len(groups[key]))
    spread = {key: max(members) - min(members) for key, members in groups.items()}
    return np.array(means), len(most), biggest - longest, sum(spread.values()), len(groups), sum(len(v) for v in groups.values())


@prog(lambda n: (R(n).uniform(0, 1, (n, 2)), 0.3), grad=False)
def pairs_by_cells(points, h):
    grid = {}
    for i in range(len(points)):
        cell = (int(points[i, 0] // h), int(points[i, 1] // h))
        if cell not in grid:
            grid[cell] = []
        grid[cell].append(i)
    pairs, energy = 0, 0.0
    for (a, b), members in grid.items():
        for down in (-1, 0, 1):
            for across in (-1, 0, 1):
                for j in grid.get((a + down, b + across), []):
                    for i in members:
                        r = np.hypot(points[i, 0] - points[j, 0], points[i, 1] - points[j, 1])
                        if i < j and r < h:
                            pairs += 1
                            energy += 1.0 / r
    return pairs, energy


@prog(lambda n: (R(n).integers(0, 4, n), U(n)))
def members_as_indices(keys, x):
    """Positions under keys of the data, as indices, as arrays, and given back."""
    where, rows = defaultdict(list), defaultdict(list)
    for i, key in enumerate(keys):
        where[key].append(i)
        rows[key] += [np.array([x[i], i]), np.array([1.0, x[i]])]
    out = np.zeros_like(x)
    for key, places in where.items():
        out[places] = x[places] - x[np.array(places)].mean() + places[0]
        if len(where[key]) > 1:
            out[places[-1]] += np.stack(rows[key]).max(axis=0).sum() + np.mean(rows[key], axis=0)[0]
    return out, where[keys[0]], len(where)


@prog(lambda n: (R(n).integers(0, n, 2 * n), R(n + 1).integers(0, n, 2 * n), U(2 * n), n), grad=False)
def shortest_ways(origins, targets, lengths, n):
    """Lists of neighbours, as many as there are nodes: of which grows, only a run tells."""
    ways = [[] for _ in range(n)]
    for a, b, length in zip(origins, targets, lengths):
        ways[a].append((int(b), length))
        ways[b].append((int(a), length))
    away, done = np.full(n, np.inf), np.zeros(n, dtype=bool)
    away[0] = 0.0
    for _ in range(n):
        here = int(np.argmin(np.where(done, np.inf, away)))
        done[here] = True
        for there, length in ways[here]:
            away[there] = min(away[there], away[here] + length)
    return away, max(len(w) for w in ways), sum(map(len, ways)), len(ways[-1])


@prog(lambda n: (U(n), np.linspace(0.3, 1.2, 5)))
def members_of_bins(x, edges):
    held = [[] for _ in edges]
    for v in x:
        held[np.searchsorted(edges, v) % len(edges)].append(v)
    means = [np.mean(members) if members else v for members, v in zip(held, edges)]
    return np.array(means), held[-1], [len(members) for members in held]


@prog(lambda n: (R(n).integers(0, 5, n),), grad=False)
def grows_where_it_runs(keys):
    """A loop over a list sees what is appended to it, and to others beside it."""
    near = defaultdict(list)
    for key in keys:
        near[int(key)].append(int(key))
    total = 0
    for i, v in enumerate(near[int(keys[0])]):
        total += i * v
        if v < 9:
            near[int(keys[0])].append(v + 2)
            near[v].append(i)
    return total, near


@prog(lambda n: (np.maximum(R(n).integers(0, n, n) % np.maximum(np.arange(n), 1), 0),), grad=False)
def sizes_of_branches(parents):
    below = [[] for _ in range(len(parents))]
    for i in range(1, len(parents)):
        below[parents[i]].append(i)
    depth, order, size = [0] * len(parents), [0], [1] * len(parents)
    for i in order:
        for j in below[i]:
            depth[j] = depth[i] + 1
            order.append(j)
    for i in reversed(order):
        for j in below[i]:
            size[i] += size[j]
    return depth, size, order


@prog(lambda n: (U(n),))
def sorted_by_buckets(x):
    buckets, out = [[] for _ in range(6)], []
    for v in x:
        buckets[int(v * 3.0) % 6].append(v)
    for bucket in buckets:
        bucket.sort()
        for v in bucket:
            out.append(v)
    return np.array(out)


@prog(lambda n: (U(n),))
def stacks_side_by_side(x):
    stacks, total = [[] for _ in range(3)], 0.0
    for v in x:
        k = int(v * 4.0) % 3
        if stacks[k] and stacks[k][-1] > v:
            total += stacks[k].pop() * v
        else:
            stacks[k].append(2.0 * v)
    return total, [len(stack) for stack in stacks]


@prog(lambda n: (n, U(n) * n), grad=False)
def lists_for_every_key(n, x):
    """A dict that a comprehension fills with lists that grow."""
    lists = {k: [] for k in range(2 * n)}
    for v in x:
        lists[int(v) % n].append(v)
    return lists[1], lists


@prog(lambda n: (n, U(n) * n), grad=False)
def lists_under_every_key(n, x):
    lists = {}
    for k in range(n):
        lists[k] = []
    for v in x:
        lists[int(v) % n].append(0.5 * v)
    return lists[1], lists


@prog(lambda n: (n, U(n) * n), grad=False)
def sets_for_every_key(n, x):
    sets = {k: set() for k in range(2 * n)}
    for v in x:
        sets[int(v) % (2 * n)].add(int(v * 4.0))
    return sum(len(s) for s in sets.values())


@prog(lambda n: (n, U(n) * n), grad=False)
def dicts_for_every_key(n, x):
    dicts = {k: {} for k in range(n)}
    for v in x:
        dicts[int(v) % n][int(v * 4.0)] = v
    return sum(len(d) for d in dicts.values())
