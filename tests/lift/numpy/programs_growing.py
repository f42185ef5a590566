"""Arrays and lists that grow in loops which the data ends: histories, accepted steps, paths."""

from __future__ import annotations

import numpy as np

from tests.lift.numpy.surface import Collection, U

PROGRAMS, prog = Collection(sizes=(11, 15, 20)).both

@prog(lambda n: (U(n), 1.3))
def prefix_until(x, t):
    sums = [0.0]
    for k in range(len(x)):
        sums.append(sums[-1] + x[k])
        if x[k] > t:
            break
    return np.array(sums), len(sums)


@prog(lambda n: (U(n), 1.3))
def kept_until(x, t):
    kept = []
    for k in range(len(x)):
        if x[k] > t:
            break
        kept.append(x[k] * 2)
    return np.array(kept)


@prog(lambda n: (U(n),))
def two_term_recurrence(x):
    terms = [x[0], x[1]]
    for k in range(2, len(x)):
        terms.append(0.5 * terms[k - 1] - 0.2 * terms[k - 2] + x[k])
    return terms[-1], sum(terms)


@prog(lambda n: (U(n),))
def history_of_vectors(x):
    history = [x]
    for _ in range(2, len(x)):
        history.append(0.5 * history[-1] + np.sin(history[-2] if len(history) > 1 else x))
    return np.array(history)


@prog(lambda n: (U(n),))
def residuals_read_back(x):
    residuals = [np.abs(x).max()]
    while residuals[-1] > 1e-3:
        x = 0.4 * x + 0.1 * np.roll(x, 1)
        residuals.append(np.abs(x).max())
    return x, np.array(residuals), len(residuals)


@prog(lambda n: (U(n),))
def snapshots(x):
    seen = []
    while np.linalg.norm(x) > 1e-2:
        seen.append(x.copy())
        x = 0.5 * x
    return np.array(seen), np.stack(seen).sum(axis=0)


@prog(lambda n: (U(n),))
def left_by_break(x):
    errors = []
    while True:
        y = np.tanh(x)
        error = np.max(np.abs(y - x))
        errors.append(error)
        x = y
        if error < 1e-2 or len(errors) > 50:
            break
    return x, errors


@prog(lambda n: (27 + n,), grad=False)
def hailstone(start):
    path = np.array([start])
    while path[-1] != 1:
        last = path[-1]
        path = np.append(path, last // 2 if last % 2 == 0 else 3 * last + 1)
    return path, len(path)


@prog(lambda n: (0.0, 1.0, 1e-4 / n), grad=False)
def accepted_steps(t, y, tolerance):
    times, values = [t], [y]
    h = 0.1
    while t < 1.0:
        h = min(h, 1.0 - t)
        coarse = y - h * y
        fine = y - 0.5 * h * y
        fine = fine - 0.5 * h * fine
        error = abs(coarse - fine)
        if error < tolerance:
            t = t + h
            y = fine
            times.append(t)
            values.append(y)
        h = 0.9 * h * min(2.0, max(0.2, (tolerance / max(error, 1e-15)) ** 0.5))
    return np.array(times), np.array(values)


@prog(lambda n: (U(n, n),))
def spiral_walk(a):
    ways = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    n = a.shape[0]
    row = column = way = 0
    seen = np.zeros((n, n), dtype=bool)
    total = 0.0
    for k in range(n * n):
        total += a[row, column] * (k + 1)
        seen[row, column] = True
        down, right = ways[way]
        if not (0 <= row + down < n and 0 <= column + right < n) or seen[row + down, column + right]:
            way = (way + 1) % 4
            down, right = ways[way]
        row, column = row + down, column + right
    return total


@prog(lambda n: (U(3), n), sizes=(40, 60, 75))
def tuples_kept_by_a_loop(y, steps):
    t, log, lines = 0.0, [(0.0, y[0], 0)], []
    for k in range(steps):
        y = y * (1.0 - 0.01 * y[::-1])
        t += 0.5
        lines.append((t, y[1]))
        if k % 10 == 0:
            log.append((t, y[0], k))
    times, values, counts = zip(*log)
    last, total = log[-1], 0.0
    for t, v, k in log:
        total += v * y[k % 3]
    return np.array(times), np.array(values), sum(counts), last[1], last[2] * 2, np.array(log[1:]), total, np.array(lines)[:, 1], y[counts[-1] % 3]


@prog(lambda n: (U(n), U(n, 1)[:, 0]))
def path_back_through_a_table(a, b):
    cost = np.abs(a[:, None] - b[None, :])
    i, j, path = len(a) - 1, len(b) - 1, []
    while i > 0 and j > 0:
        path.append((i, j))
        if cost[i - 1, j] < cost[i, j - 1]:
            i -= 1
        else:
            j -= 1
    path.append((i, j))
    path.reverse()
    return np.array(path), sum(cost[p, q] for p, q in path), len(path)


@prog(lambda n: (U(n), 4), sizes=(6,))
def table_of_lists(x, bins):
    table = [[0.0] * bins for _ in range(len(x))]
    for i in range(1, len(x)):
        for j in range(bins):
            table[i][j] = table[i - 1][j - 1] + x[i] * j
    return np.array(table)


@prog(lambda n: (U(n) + 0.1,))
def lists_that_had_items_before(a):
    sums, rows, pairs = [0.0], [a], [(0, a[0])]
    for k in range(len(a)):
        sums.append(sums[-1] + a[k])
        rows.append(a * k)
        pairs.append((k, 2.0 * a[k]))
    seen, i = [], len(a)
    while i > 0:
        seen.append(a[i - 1])
        i -= 1 if a[i - 1] > 0.5 else 2
    return sums[1], np.array(rows[::-1]), rows[-1], sum(p[1] for p in pairs), np.array(seen[::-1])


@prog(lambda n: (U(n),))
def lists_of_arrays_that_change_before_they_are_appended(a):
    u, found = a * 1.0, []
    for _ in range(20):
        u[0] += 1.0
        found.append(u)
        u = u * 0.5
    return np.array(found), found[-1]


@prog(lambda n: (U(n),))
def names_bound_anew_in_every_iteration(a):
    total = a
    for k in range(3):
        total = total * 0.9 + np.roll(a, k)
    x = y = total
    x += 1.0
    y = y - x
    return y, x


@prog(lambda n: (1.0 + 0.1 * U(1)[0], 1.1, 0.02, n + 4))
def early_exercise(spot, strike, spread, steps):
    """Backward through a lattice that gets shorter by one value in every step, and the border where stopping pays."""
    up = np.exp(spread)
    prices = spot * up ** np.arange(steps, -steps - 1, -2)
    values = np.maximum(strike - prices, 0)
    border = []
    for _ in range(steps - 1, -1, -1):
        prices = prices[:-1] / up
        values = 0.5 * (values[:-1] + values[1:])
        stop = strike - prices > values
        values = np.where(stop, strike - prices, values)
        border.append(prices[stop].max() if stop.any() else 0.0)
    return values[0], np.array(border), prices


@prog(lambda n: (np.cumsum(U(n) + 0.2), U(n), 0.3))
def nested_differences(at, values, where):
    tableau = values.copy()
    for m in range(1, len(at)):
        tableau = ((where - at[m:]) * tableau[:-1] - (where - at[:-m]) * tableau[1:]) / (at[:-m] - at[m:])
    coefficients = np.ones(1)
    for root in at:
        coefficients = np.concatenate(([0.0], coefficients)) - root * np.concatenate((coefficients, [0.0]))
    return tableau, coefficients


@prog(lambda n: (U(3 * n + 7),))
def thinned(x):
    """Two values shorter in every iteration, at the end of whatever length is left."""
    total = 0.0
    for k in range(len(x) // 3):
        x = x[2:] + 0.5 * x[:-2]
        total = total + x[-1] * len(x)
    return x, total


@prog(lambda n: (U(n),), sizes=(6,))
def histories_inside_of_a_history_that_is_read(x):
    history, e = [1.0], 1.0
    while e > 1e-3:
        history.append(0.5 * e)
        e = e * 0.6
        r, inner = 1.0, []
        while r > 0.1 * e:
            r = r * 0.5
            inner.append(r)
        x = x + r + inner[-1] + history[-1]
        e = e * min(history[-1] + 0.5, 1.0)
    return x, np.array(history)


class Recorded:
    def __init__(self):
        self.total, self.rows = 0.0, {"time": [], "mean": []}

    def record(self, t, x):
        self.total = self.total + x.sum()
        self.rows["time"].append(t)
        self.rows["mean"].append(x.mean())


@prog(lambda n: (U(n),), sizes=(6,))
def records_of_an_object_that_changes(x):
    log, t, dt = Recorded(), 0.0, 0.1
    while t < 1.0:
        x = x * (1.0 - dt)
        t, dt = t + dt, dt * (1.0 + 0.3 * x[0])
        log.record(t, x)
    return x, log.total, np.array(log.rows["mean"])


class Mixer:
    """Remembers the last few states and their residuals."""

    def __init__(self, depth):
        self.depth, self.states, self.residuals = depth, [], []

    def push(self, x, r):
        self.states.append(x)
        self.residuals.append(r)
        if len(self.states) > self.depth:
            del self.states[0]
            del self.residuals[0]

    def mixed(self, beta=0.5):
        weights = np.ones(len(self.states)) / len(self.states)
        return sum(w * (x + beta * r) for w, x, r in zip(weights, self.states, self.residuals))


@prog(lambda n: (U(n), U(n, 2)[:, 0], 1e-2 if n % 2 else 1e-9), grad=False)
def sums_of_lists_as_long_as_the_data_ask_for(x, b, tol):
    mixer, rows = Mixer(3), []
    for v in b:
        if v > 0.5:
            rows.append(v * x)
    rows.append(x)
    for it in range(20):
        r = b - 2 * x - 0.1 * x**3
        if np.abs(r).max() < tol:
            break
        mixer.push(x, 0.3 * r)
        x = mixer.mixed()
    return x, it, sum(rows)


@prog(lambda n: (np.where(np.arange(n) % 3 == 2, 1 + np.arange(n) % 2, 0), np.arange(n) % 5), grad=False)
def repeats_what_stands_behind(distances, symbols):
    """Reads a list that is empty at first, where the data say that it is not."""
    out = []
    for distance, symbol in zip(distances, symbols):
        if distance == 0:
            out.append(symbol)
        else:
            for _ in range(2):
                out.append(out[-distance])
    return np.array(out), len(out)


@prog(lambda n: (U(n), n // 2 + 1), sizes=(6, 9, 30))
def generations(x, n):
    """Who is strong has a child, who is weak dies: an array that may be twice as long after each generation."""
    numbers = []
    for _ in range(n):
        x = np.concatenate([x[x > 0.1], x[x > 0.7] * 0.5]) * 0.95
        numbers.append(len(x))
    return x, np.array(numbers)


@prog(lambda n: (U(n), n // 6 + 1), sizes=(6, 9, 30))
def agents_with_ages(x, n):
    agents = [(v, 0) for v in x]
    for _ in range(n):
        later = []
        for energy, age in agents:
            energy = energy * 0.9
            if energy < 0.2:
                continue
            if energy > 0.6:
                energy *= 0.5
                later.append((energy, 0))
            later.append((energy, age + 1))
        agents = later
    return sum(e for e, _ in agents), len(agents), sum(a for _, a in agents)


@prog(lambda n: (U(n), 1.0 / n), sizes=(6, 9, 30))
def halved_until_short(x, tol):
    left, right, total = x * 0.5, x + 1.0, 0.0
    while left.size > 0:
        middle = 0.5 * (left + right)
        done = (right - left) ** 2 < tol
        total += np.sum(((right - left) * np.sin(middle))[done])
        left, right = np.concatenate((left[~done], middle[~done])), np.concatenate((middle[~done], right[~done]))
    return total


@prog(lambda n: (U(n, 2),), sizes=(6, 9, 30))
def fans_of_triangles(points):
    """Each point cuts what it is near to in three, of which those stay that are no twins: an array of one row at first."""
    t, size = np.array([[0.0, 3.0, 1.0]]), np.array([2.0])
    for i in range(len(points)):
        near = np.abs(t[:, 0] - points[i, 0]) < size
        cut = np.concatenate((t[near] * 0.5, t[near][:, [1, 2, 0]] * 0.9, t[near][:, [2, 0, 1]] + 0.1))
        _, first, count = np.unique(np.round(4.0 * cut[:, 0]), return_index=True, return_counts=True)
        new = cut[first[count == 1]]
        t, size = np.concatenate((t[~near], new)), np.concatenate((size[~near], np.abs(new[:, 2])))
    return t, size, len(t)
