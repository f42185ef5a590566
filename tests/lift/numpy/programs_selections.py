"""Programs that select: by masks, by indices, by labels, to lengths that depend on the data."""

from itertools import pairwise

import numpy as np

from tests.lift.numpy import programs_lengths
from tests.lift.numpy.surface import Collection, R, U

PROGRAMS, prog = Collection(sizes=(6, 8, 11)).both

prog(lambda n: (R(n).random(n * 3), 0.4))(programs_lengths.twice_filtered)
prog(lambda n: (R(n).random(n * 3), 0.4))(programs_lengths.filtered)
prog(lambda n: (R(n).random(n * 3) * 8,))(programs_lengths.until_few_are_left)
prog(lambda n: (R(n).random((n * 3, 3)), R(n).random(n * 3)))(programs_lengths.rows_kept_with_weights)
prog(lambda n: (U(n * 4),))(programs_lengths.local_maxima)


@prog(lambda n: (U(n * 4), R(n).integers(0, 3, n * 4)))
def groupmeans(x, g):
    out = np.zeros(3)
    for k in range(3):
        idx = np.flatnonzero(g == k)
        part = x[idx]
        out[k] = np.sum(part) / max(len(part), 1)
    return out


@prog(lambda n: (U(n), U(n), U(n)), grad=False)
def quick_stats(x, y, w):
    idx = np.argmin(np.abs(x - 0.7))
    lo, hi = np.percentile(x, [25, 75]) if False else (x.min(), x.max())
    hist = np.zeros(4, dtype=int)
    for v in x:
        b = int((v - lo) / (hi - lo) * 4)
        b = min(b, 3)
        hist[b] += 1
    c = np.polyfit(x, y, 1) if False else np.array([1.0, 2.0])
    return (idx, hist, np.average(x, weights=w), np.dot(c, [lo, hi]))


@prog(lambda n: (R(n).random(6 * n), 0.5), grad=False)
def runs(x, t):
    lengths = np.zeros(len(x), dtype=int)
    k = 0
    run = 0
    for v in x:
        if v > t:
            run += 1
        elif run:
            lengths[k] = run
            k += 1
            run = 0
    if run:
        lengths[k] = run
        k += 1
    return (lengths[:k], k, lengths[:k].max() if k else 0)


@prog(lambda n: (U(n * 3), 0.5))
def varying_loops(x, t):
    out = np.zeros(len(x))
    work = x
    depth = 0
    while len(work) > 1 and depth < 6:
        left = work[work < work.mean()]
        right = work[work >= work.mean()]
        work = right if len(right) < len(left) else left
        out[depth] = work.sum()
        depth += 1
    n = len(work)
    return (out, depth, n)


@prog(lambda n: (U(3 * n), 4), grad=False)
def queue_sim(x, cap):
    acc = np.zeros(0)
    for k in range(4):
        acc = np.append(acc, x[k])
    total = 0.0
    for i, v in enumerate(x):
        if i >= cap:
            break
        total += v * acc[i]
    return (total, acc)


@prog(lambda n: (np.sort(U(n)), 0.1 * U(n), U(3) + np.array([2.0, 0.1, -0.2])))
def turning_rays(slowness, time, layers):
    alive = np.arange(len(slowness))
    p = slowness
    for u in layers:
        below = p < u
        alive, p = alive[below], p[below]
        slope = np.sqrt(u * u - p * p)
        time[alive] += u / slope
    return time.sum()


@prog(lambda n: (2000.0 * (U(n) - 0.7), 0.5 * U(n) - 0.2, 0.5))
def both_sides_of_the_pole(x, y, c):
    out = np.empty_like(x)
    positive = x >= 0
    out[positive] = 1.0 / (1.0 + np.exp(-x[positive]))
    grown = np.exp(x[~positive])
    out[~positive] = grown / (1.0 + grown)
    y[y > 0] = np.log(c * y[y > 0])
    return out, y


@prog(lambda n: (U(n, n) + 0.1, 2))
def without_one_state(rates, target):
    """Times to reach a state: rows and columns of the others, selected one after the other."""
    chain = rates / rates.sum(axis=1, keepdims=True)
    others = np.arange(len(chain)) != target
    system = np.eye(len(chain) - 1) - chain[others][:, others]
    times = np.zeros(len(chain))
    times[others] = np.linalg.solve(system, np.ones(len(chain) - 1))
    return times, chain[others][:, others] @ np.arange(1, len(chain)), chain[:, others][others]


@prog(lambda n: (U(n, 4), U(n) - 0.4))
def rows_of_the_chosen(table, sign):
    keep = sign > 0
    return table[keep].mean(axis=1), table[keep].sum(axis=1) + sign[keep], table[keep].max(1), np.all(table[keep] > 0.1, axis=1)


@prog(lambda n: (U(2 * n), U(2 * n) - 0.4))
def pairs_of_the_chosen(mass, sign):
    keep = sign > 0
    chosen = mass[keep]
    return chosen[:, None] * sign[keep], np.trapezoid(chosen), np.maximum.accumulate(chosen), np.moveaxis(chosen[:, None], 0, 1)


@prog(lambda n: (U(n, n) + np.eye(n), U(n), 4))
def krylov_basis(matrix, start, most):
    """A basis that ends early where nothing is left: its size and that of what is computed from it meet at run time."""
    basis = np.zeros((most + 1, len(start)))
    height = np.zeros(most)
    basis[0] = start / np.linalg.norm(start)
    for k in range(most):
        rest = matrix @ basis[k]
        rest -= basis[:k + 1].T @ (basis[:k + 1] @ rest)
        height[k] = np.linalg.norm(rest)
        if height[k] < 1e-12:
            most = k + 1
            break
        basis[k + 1] = rest / height[k]
    weights = np.diag(height[:most]) @ np.arange(1.0, most + 1)
    return basis[:most].T @ weights, np.concatenate((basis[:most], weights[:, None]), axis=1).sum()


@prog(lambda n: (U(3 * n, 3) - 0.5, U(3 * n)))
def a_weight_for_each_chosen_row(places, weight):
    """Selected numbers along with selected rows, in either order."""
    near = (places ** 2).sum(axis=1) < 0.3
    rows = places[near]
    pull = (weight / 3.0)[near][:, None] * rows
    places[near] -= pull
    return pull.sum(axis=0), (rows - weight[near][:, None]).max(axis=1).sum(), places


@prog(lambda n: (U(n), U(4) - 0.5))
def narrowed_where_asked(x, ask):
    """A selection that one way alone narrows, so that arrays of two lengths meet."""
    first = np.flatnonzero(x > 0.2)
    found = np.zeros(len(ask))
    for k in range(len(ask)):
        low = x[x > 0.3]
        if ask[k] > 0.1:
            low = low[low < 0.8]
        elif ask[k] < -0.2:
            first = first[first % 2 == 0]
        found[k] = low.sum() + 0.1 * x[first].sum()
    return found, len(low)


@prog(lambda n: (U(3 * n), np.array([0, 2, n, 2 * n, 2 * n, 3 * n])))
def parts_by_name(x, ends):
    """Slices under names: from one iteration to the next, in two loops, and from either branch."""
    sums = np.zeros(len(ends) - 1)
    before = slice(0, 1)
    for k in range(len(sums)):
        part = slice(ends[k], ends[k + 1])
        sums[k] = x[part].sum() + x[before].sum()
        before = part
    for k in range(len(sums) - 1, -1, -1):
        if x[k] > 0.5:
            part = slice(ends[k], ends[k + 1])
        else:
            part = slice(0, ends[k])
        sums[k] -= x[part] @ x[part]
    return sums


@prog(lambda n: (U(n), np.array([1, 3, 3, 2, n]), np.array([2, 5], dtype=np.int32)))
def ranges_between_integers_of_the_run(x, ends, narrow):
    """np.arange of integers in arrays: empty where they fall, backwards, in 32 bits, and as floats."""
    sums = np.zeros(len(ends) - 1)
    for k in range(len(sums)):
        places = np.arange(ends[k], ends[k + 1])
        sums[k] = (x[places] * (places + 1)).sum()
    back, few = np.arange(ends[1], ends[0], -1), np.arange(narrow[0], narrow[1], 2)
    n = np.argmax(x)
    return sums, x[back] @ back, x[few].sum(), few.sum(), np.arange(n, dtype=float).sum(), (np.arange(n, len(x)) * x[n:]).sum()


@prog(lambda n: (U(n) - 0.5,))
def split_where_it_rises(v):
    """np.split into as many parts as only a run tells: views, which may be changed."""
    cuts = np.flatnonzero(np.diff(v) > 0) + 1
    parts = np.split(v.copy(), cuts)
    for part in parts:
        part -= part.mean()
    rows = [(p[0], len(p)) for p in parts[1:]]
    sides = np.split(np.outer(v, v), np.flatnonzero(v[1:] > 0) - 1, axis=1)
    return rows, len(parts), parts[0].size, max(parts, key=len).sum(), [s.sum() for s in sides]


@prog(lambda n: (U(n) - 0.5,))
def parts_that_are_chosen(v):
    parts = np.split(v, np.flatnonzero(np.diff(v) > 0) + 1)
    short, limit = sorted(parts, key=len), 1
    long = [p for p in parts if len(p) > limit and p[0] > -0.4]
    bounds = [0, *(np.flatnonzero(np.diff(v) > 0) + 1), len(v)]
    sums = [v[i:j].sum() for i, j in pairwise(bounds)]
    return short[0][0], short[-1].sum(), len(long), [p.max() for p in long], [len(p) for p in sorted(parts, key=len, reverse=True)[:2]], sums


@prog(lambda n: (U(n) - 0.5,))
def changed_behind_a_split(v):
    whole = v.copy()
    parts = np.split(whole, [k for k in range(1, len(v)) if v[k] > v[k - 1]])
    whole[0] = 2.0
    parts[0][0] += 1.0
    return whole, parts[0].sum()


@prog(lambda n: (U(n), R(n).integers(0, 4, n)), grad=False)
def split_at_counts(v, cell):
    """np.split at places that only a run tells: as many parts as the example has."""
    counts = np.bincount(cell, minlength=4)
    parts = np.split(v[np.argsort(cell, kind="stable")], np.cumsum(counts)[:-1])
    return np.array([p.var() if len(p) else 0.0 for p in parts]), len(parts), parts[1].size, np.split(v, np.array([2]))[1]


@prog(lambda n: (U(n), R(n).integers(0, 3, n)))
def groups_by_label(x, labels):
    """Moments of the elements that a mask selects, whose number a run tells."""
    mean, spread = np.zeros(3), np.zeros(3)
    for k in range(3):
        v = x[labels == k]
        if v.size > 1:
            mean[k], spread[k] = v.mean(), v.std() + v.var(ddof=1)
    return mean, spread


@prog(lambda n: (U(n * 3), R(n).standard_normal((9, n * 3)) * 0.3))
def left_before_what_remains_moves(x0, steps):
    """What a mask leaves is taken apart from the rest of an iteration by a way that leaves the loop."""
    x, index = x0.copy(), np.arange(x0.size)
    for k in range(steps.shape[0]):
        far = x > 0.1
        index, x = index[far], x[far]
        if index.size < 4:
            break
        x += steps[k, index]
    return x, index, k


@prog(lambda n: (U(n * 3), R(n).standard_normal((9, n * 3)) * 0.3))
def skipped_before_what_remains_moves(x0, steps):
    x = x0.copy()
    kept = x
    for k in range(steps.shape[0]):
        x = x[x > 0.1]
        if k % 3 == 1:
            kept = x
            continue
        if x.size < 3:
            return x.sum(), kept
        x = x * 0.9 + 0.01 * k
        kept[0] = -1.0
    return x.max(), kept


@prog(lambda n: (U(n), U(n * 5), 0.3))
def positions_in_a_longer_array(a, b, t):
    """What np.nonzero gives of one array of which only a run tells the length may be positions in another one."""
    short, long = a[a > t], b[b > 0.1]
    rising = np.nonzero(np.diff(short) > 0.0)[0]
    return long[np.flatnonzero(short > 0.5)], short[rising + 1] - short[rising], short[np.flatnonzero(short > 0.5)]


@prog(lambda n: (U(n),))
def differences_where_one_and_none_are_chosen(x):
    one, none = x[x >= x.max()], x[x > 9.0]
    ones, counts = np.unique(one, return_counts=True)
    nones, zero, back, left = np.unique(none, return_index=True, return_inverse=True, return_counts=True)
    return np.diff(one), np.diff(none), np.diff(one, n=2), np.diff(none, n=2), ones, counts, nones, zero, back, left


@prog(lambda n: (U(n), U(3)))
def as_many_points_as_are_chosen(x, ends):
    a, b, _ = ends
    points = [np.linspace(a, b, m) for m in (x[x >= x.max()].size, x[x > 9.0].size, x[x > 0.3].size)]
    return points, points[2][-1:] == b
