"""Programs with arrays whose length is known only at run time: filtered, kept across iterations, joined, indexed, returned."""

import numpy as np

from tests.lift.numpy.case import SUMS, Case


def filtered(x, t):
    keep = x[x > t]
    return keep, np.nonzero(x > t)[0], keep[::-1] * 2.0


def twice_filtered(x, t):
    y = x[x > t]
    z = y[y < 0.9]
    n = len(z)
    middle = z.sum() / n
    return middle, n, np.sqrt(((z - middle) ** 2).sum() / (n - 1))


def until_few_are_left(x):
    steps = 0
    while x.size > 2:
        x = x[x > x.mean()]
        steps += 1
    return x.sum(), steps


def rows_kept_with_weights(points, weight):
    for _ in range(3):
        keep = weight > weight.mean() * 0.7
        points = points[keep]
        weight = weight[keep]
    return points.mean(axis=0), len(weight)


def local_maxima(x):
    d = np.diff(x)
    peaks = np.where((d[:-1] > 0) & (d[1:] <= 0))[0] + 1
    return peaks, x[peaks], x[peaks].mean() if len(peaks) else 0.0


def cooling_times(heat, limit, warm):
    """Bodies that cool at rates of their own until they are no longer warm; those that are leave the shrinking arrays."""
    places = np.arange(heat.size)
    times = np.zeros(heat.size, dtype=np.int64)
    left = heat.copy()
    rate = 1.0 / (1.0 + heat)
    for step in range(limit):
        if not left.size:
            break
        np.multiply(left, rate, left)
        cold = abs(left) <= warm
        times[places[cold]] = step + 1
        np.logical_not(cold, cold)
        left, rate, places = left[cold], rate[cold], places[cold]
    return times, left


def one_shape_or_another(a, t):
    if a[0] > t:
        b = a[1:]
    else:
        b = a[2:] * 2.0
    return b.sum(), b


def early_return(a, t):
    if a[0] > t:
        return a[a > t]
    return a[a <= t] * 2.0


def drops_from_the_front(a, t):
    while a[0] > t:
        a = a[1:] * 0.9
    return a


def scattered(a, b, t):
    a[a > t] = b
    return a


def reshaped_in_place(a):
    b = c = a * 2.0
    b.shape = (2, a.size // 2)
    b[1] += 1.0
    return c.sum(axis=0), c


def selections_meet(a, b, t):
    x, y = a[a > t], b[b > t]
    n = min(len(x), len(y))
    return x[:n] @ y[:n], np.concatenate((x, y)), x[:n] + y[:n]


def both_ways(m, t):
    rows, columns = np.nonzero(m > t)
    return rows - columns, m[rows, columns], m[m > t].sum(), np.cumsum(m[m > t])


def counted_on_both_ways(a, t, y):
    if a[0] > t:
        s = np.where(a > t)[0]
    else:
        s = np.where(a < t)[0]
        y = y * 0.5 + 0.1 * len(s)
    return y + len(s), s


def changed_selection(a, t):
    y = a[a > t]
    z = y
    y[0] = 5.0
    y += 1.0
    return z, a


def in_blocks(values, start, x):
    """Rows of a compressed matrix, each with its own length."""
    y = np.zeros(len(start) - 1)
    for i in range(len(start) - 1):
        row = values[start[i]:start[i + 1]]
        large = row[row > 0.3]
        y[i] = large.sum() + len(large) * x[i]
        last = row
    return y, last


def over_selected(a, t):
    total = 0.0
    for v in a[a > t]:
        total = total * 0.5 + v
    for i in np.flatnonzero(a > t):
        total += i
    return total


def sieve(n):
    candidates = np.arange(2, n)
    primes = np.zeros(n, dtype=np.int64)
    count = 0
    while len(candidates) > 0:
        p = candidates[0]
        primes[count] = p
        count += 1
        candidates = candidates[candidates % p != 0]
    return primes, count


def distinct(a):
    values, counts = np.unique(a, return_counts=True)
    _, first, inverse = np.unique(a, return_index=True, return_inverse=True)
    return values, counts, first, inverse, np.unique(a)[0]


def compressed(a, m, t):
    return np.compress(a > t, a), np.extract(a > t, a * 2.0), np.argwhere(a > t), m[a > t][:, 1], np.delete(a, 1)


def clusters(points, centers):
    for _ in range(3):
        distance = ((points[:, None, :] - centers[None, :, :]) ** 2).sum(axis=2)
        nearest = np.argmin(distance, axis=1)
        for k in range(centers.shape[0]):
            mine = points[nearest == k]
            if len(mine) > 0:
                centers[k] = mine.mean(axis=0)
    return nearest


def events(x, t):
    found = []
    for i in range(1, len(x) - 1):
        if x[i] > t and x[i] > x[i - 1]:
            found.append(i)
    places = np.array(found)
    return places, len(found)


def values_kept(x, t):
    kept = []
    for v in x:
        if v > t:
            kept.append(v * 2.0)
    total = 0.0
    for k in kept:
        total += k
    return total, np.array(kept), sum(kept)


def appended(x):
    acc = np.zeros(0)
    for k in range(len(x)):
        if x[k] > 0.4:
            acc = np.append(acc, x[k])
    return acc, acc.sum()


def grows_by_one(x):
    path = x[:1]
    for k in range(1, len(x)):
        path = np.concatenate((path, [x[k] * 0.5]))
    return path


def random(n, *more):
    return np.random.default_rng(n).random((n, *more))


def rows_of(n):
    start = np.concatenate(([0], np.cumsum(np.random.default_rng(n).integers(1, 4, n))))
    return random(int(start[-1])), start, random(n)


def slopes(table, y):
    """Lines through what is there of every column: the loop over the columns is tried twice, and counts anew each time."""
    total = 0.0
    for column in table.T:
        there = np.isfinite(column)
        x = y[there]
        total = total + np.polyfit(x - x.mean(), column[there], 1)[0]
    return total


def with_holes(n):
    table = random(n, 4)
    table[1, 0] = table[-1, 2] = np.nan
    return table, np.arange(n) * 1.0


def by_several(x, s):
    """Lists that every iteration grows by several items: numbers, ints, tuples, lists, arrays; joined along all axes."""
    segments, tags, points, arrays, mesh = [], [9], [], [], []
    for i in range(len(x) - 1):
        segments.append(x[i])
        segments.append(x[i + 1] * 2)
        tags.append(i)
        tags.extend([i + 1, 2 * i])
        points.append((x[i], s * i))
        points.append((x[i] ** 2, 1.0))
        for a in range(2):
            arrays.append(np.array([x[i], a]))
        for j in range(len(x) - 1):
            mesh.append([i, j, i + j])
            mesh.append([j, i, i - j])
    t = 0.0
    for p, q in points:
        t += p * q
    return (np.array(segments), np.array(tags), t, np.array(points), np.array(arrays), len(arrays), tags[-1], segments[3], tags[2],
            sum(segments), x[np.array(mesh)[:, :2]].sum(1), np.vstack(arrays), np.hstack(arrays), np.column_stack(arrays),
            np.concatenate(arrays), np.concatenate(arrays, axis=None))


def joined(x):
    """What a loop appended, joined: of any rank, behind an array of another length, and the rows of an array."""
    blocks, numbers, tails = [], [], [np.zeros(3)]
    for i in range(len(x)):
        blocks.append(np.outer(x, np.arange(2)) * i)
        numbers.append(x[i])
        tails.append(np.ones(2) * x[i])
    whole = np.stack(blocks)
    return (np.vstack(blocks), np.hstack(blocks), np.column_stack(blocks), np.concatenate(blocks, axis=-1), np.concatenate(whole),
            np.concatenate(whole, axis=1), np.vstack(whole), np.stack(blocks, -1), np.hstack(numbers), np.vstack(numbers),
            np.column_stack(numbers), np.concatenate(tails))


def behind_others(x):
    """A list begun with an item of another length, read one by one: written out."""
    parts = [np.zeros(2)]
    for i in range(len(x) - 1):
        parts.append(np.ones(3) * x[i])
    t = 0.0
    for p in parts:
        t += p.sum()
    return t


def distances(begins, neighbours):
    """Breadth first over a graph in compressed rows: the list grows in a loop whose range only the run knows."""
    far = np.full(len(begins) - 1, -1)
    far[0] = 0
    todo = [0]
    while todo:
        v = todo.pop(0)
        for e in range(begins[v], begins[v + 1]):
            w = neighbours[e]
            if far[w] < 0:
                far[w] = far[v] + 1
                todo.append(w)
    return far


def split_where_large(x):
    todo, parts = [(0, len(x) - 1)], 0
    while todo:
        i, j = todo.pop()
        if i >= j:
            continue
        parts += 1
        for k in range(i + 1, j):
            if x[k] > 0.5:
                todo.append((i, k - 1))
                todo.append((k + 1, j))
                break
    return parts


def leaves(x):
    """The loop that pushes stands in a branch, and its index is known nowhere else."""
    todo, counted = [len(x)], 0
    while todo:
        n = todo.pop()
        counted += 1
        if n > 2:
            for t in x:
                if t > 0.5:
                    todo.append(1)
    return counted


def correlated_columns(a):
    kept = a[:, a[0] > 0.3]
    return np.corrcoef(kept, rowvar=False), np.cov(kept.T), np.cov(a[0]), np.cov(a)


def correlated_columns_of_rows(a):
    kept = a[a[:, 0] > 0.3]
    return np.corrcoef(kept, rowvar=False), np.cov(kept, rowvar=False), np.cov(a[:1], rowvar=False)


def graph(n, seed=0):
    joined = np.random.default_rng(seed).random((n, n)) < 0.4
    return np.r_[0, np.cumsum(joined.sum(axis=1))], np.nonzero(joined)[1]


def lattice(width, steps):
    """Rows of a length that a computed number with a least and a largest value tells."""
    reach = max(min(int(np.ceil(1.0 / width)), 20), 2)
    shorter = reach - max(min(int(width), reach), 0)
    rows = np.zeros((steps + 1, 2 * reach + 1))
    rows[0, reach] = 1.0
    for k in range(steps):
        rows[k + 1, 1:] += 0.5 * rows[k, :-1]
        rows[k + 1, :-1] += 0.5 * rows[k, 1:]
    return rows, np.ones(shorter)


def sliced_rows(start, value, x, chunk):
    """Products of rows that lie side by side, padded to the longest of each slice."""
    y = np.empty((start.size - 1) * chunk)
    for c in range(start.size - 1):
        lo, hi = start[c], start[c + 1]
        block = value[lo:hi].reshape(-1, chunk) * x[lo:hi].reshape(-1, chunk)
        y[c * chunk:(c + 1) * chunk] = block.sum(axis=0)
    return y


def slices_of(widths, chunk, seed=0):
    start = np.concatenate(([0], np.cumsum(widths) * chunk))
    return start, random(start[-1]), random(start[-1] + 1)[1:], chunk


def reshaped_and_written(x, ends, w):
    """Views of parts whose length a run tells: what is written through them is in the array."""
    a = x[ends[0]:ends[1]].reshape(-1, w)
    a[:, 0] = 7.0
    a *= 2.0
    turned = x[:ends[0] // 2 * 2].reshape(2, ends[0] // 2, order="F")
    kept = x[x > 0.2]
    pairs = kept[:kept.size // 2 * 2].reshape(-1, 2)
    pairs[0] = 3.0
    return a.sum(axis=0), turned.T, pairs, kept.size


def squares_of_computed_sides(v, sides):
    total, at = 0.0, 0
    for side in sides:
        n = int(side)
        if n > 0:
            block = v[at:at + n * n].reshape(n, n)
            total += np.trace(block) + block.T.reshape(-1, n)[0].max()
        at += n * n
    return total


def spread_over_others(x, y, t):
    """Arrays of two lengths that are the same in every run meet as counts, and where one is broadcast to the other."""
    a, b = np.flatnonzero(x > t), np.flatnonzero(y > t)
    first = np.concatenate(([0], a[:-1] + 1))
    return np.repeat(a, b - b.min() + 1), np.broadcast_to(a, b.shape), np.repeat(first, a - first + 1), np.average(x[a], weights=y[b])


CASES = [
    Case(sliced_rows, slices_of([2, 3, 1], 4), (slices_of([5, 0, 1, 2], 8),), SUMS),
    Case(reshaped_and_written, (random(14), np.array([3, 11]), 4), ((random(31), np.array([6, 15]), 3),), SUMS),
    Case(squares_of_computed_sides, (random(13), np.array([2.0, 3.0])), ((random(17), np.array([0.0, 4.0, 0.0, 1.0])),), SUMS),
    Case(spread_over_others, (random(30), random(30)[::-1].copy(), 0.4), ((np.linspace(0, 1, 21), np.linspace(0, 1, 21)[::-1].copy(), 0.6),), SUMS),
    Case(lattice, (0.3, 4), ((0.01, 5), (3.0, 2))),
    Case(correlated_columns, (random(6, 5),), ((random(4, 9),),), SUMS),
    Case(correlated_columns_of_rows, (random(12, 3),), ((random(40, 5),), (np.eye(4, 3),)), SUMS), Case(leaves, (random(5),), ((random(9),),)), Case(distances, graph(6), (graph(11, 1),)), Case(split_where_large, (random(8),), ((random(21),),)),
    Case(slopes, with_holes(7), (with_holes(11),), 1e-11),
    Case(filtered, (random(9), 0.4), ((random(14), 0.5), (random(5), 0.99))),
    Case(twice_filtered, (random(20), 0.2), ((random(30), 0.5),), SUMS),
    Case(until_few_are_left, (random(20),), ((random(33),), (random(2),)), SUMS),
    Case(rows_kept_with_weights, (random(20, 3), random(20)), ((random(31, 3), random(31)),), SUMS),
    Case(local_maxima, (random(20),), ((random(31),), (np.arange(5.0),)), SUMS),
    Case(cooling_times, (4.0 * random(30), 9, 0.1), ((5.0 * random(41), 4, 0.1), (0.01 * random(20), 7, 0.2)), SUMS),
    Case(one_shape_or_another, (random(6), 0.3), ((random(6), 0.99), (random(9), 0.1)), SUMS),
    Case(early_return, (random(9), 0.3), ((random(9), 0.99), (random(11), 0.1))),
    Case(drops_from_the_front, (np.linspace(0.9, 0.1, 6), 0.2), ((np.linspace(0.9, 0.1, 9), 0.35), (random(4), 2.0))),
    Case(scattered, (np.array([1.0, 0.2, 3.0]), np.array([5.0, 7.0]), 0.5), ((np.array([0.1, 0.6, 3.0]), np.array([5.0, 7.0]), 0.5),)),
    Case(reshaped_in_place, (random(6),)),
    Case(selections_meet, (random(9), random(11), 0.4), ((random(12), random(5), 0.6),), SUMS),
    Case(both_ways, (random(3, 4), 0.4), ((random(6, 4), 0.6),), SUMS),
    Case(counted_on_both_ways, (np.array([0.6, 0.1, 0.9]), 0.4, 2.0), ((np.array([0.1, 0.6, 0.9, 0.2]), 0.4, 2.0),), SUMS),
    Case(changed_selection, (random(9), 0.3), ((random(14), 0.6),)),
    Case(in_blocks, rows_of(6), (rows_of(9), rows_of(4)), SUMS),
    Case(over_selected, (random(9), 0.4), ((random(15), 0.2),)),
    Case(sieve, (20,), ((31,), (7,))),
    Case(distinct, (np.array([3, 1, 3, 2, 2, 3]),), ((np.array([1, 1, 1]),), (np.arange(9),))),
    Case(compressed, (random(9), random(9, 2), 0.4), ((random(12), random(12, 2), 0.6),)),
    Case(clusters, (random(12, 2), random(3, 2)), ((random(19, 2), random(3, 2)),), SUMS),
    Case(events, (random(12), 0.3), ((random(20), 0.5),)),
    Case(values_kept, (random(12), 0.3), ((random(20), 0.5), (random(5), 0.01))),
    Case(appended, (random(12),), ((random(21),),), SUMS),
    Case(grows_by_one, (random(12),), ((random(21),),)),
    Case(by_several, (random(6), 2.0), ((random(9), 0.5),), SUMS),
    Case(joined, (random(5),), ((random(8),),), SUMS),
    Case(behind_others, (random(5),), (), SUMS),
]
