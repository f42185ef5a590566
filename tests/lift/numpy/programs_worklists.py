"""Lists that grow and shrink while the program runs: heaps, stacks and queues of what is still to do, and the truth of containers."""

from __future__ import annotations

import bisect
import functools
import heapq
import itertools
from collections import deque

import numpy as np

from tests.lift.numpy.surface import Collection, U

PROGRAMS, prog = Collection(sizes=(6, 9, 16)).both


@prog(lambda n: (U(n),))
def heap_of_arrivals(x):
    """What is read behind an `append` is what earlier iterations appended, too."""
    heap = []
    for v in x:
        heap.append(v)
        i = len(heap) - 1
        while i > 0 and heap[(i - 1) // 2] > heap[i]:
            heap[i], heap[(i - 1) // 2] = heap[(i - 1) // 2], heap[i]
            i = (i - 1) // 2
    return np.array(heap)


@prog(lambda n: (U(n),))
def last_two_of_appended(x):
    """The items that this iteration appended are known without those before."""
    seen, steps = [], []
    for k in range(len(x)):
        seen.append(x[k])
        seen[-1] * 2.0
        steps.append(seen[-1] - 0.5)
    return np.array(seen), np.array(steps)


@prog(lambda n: (U(n),))
def lengths_behind_append(x):
    """len() behind an `append` counts what was there."""
    seen, total = [], 0.0
    for v in x:
        seen.append(v)
        total += v * len(seen)
    return total


@prog(lambda n: (U(n),))
def nearest_lower(h):
    st = []
    left = np.full(len(h), -1)
    for i in range(len(h)):
        while st and h[st[-1]] >= h[i]:
            st.pop()
        if st:
            left[i] = st[-1]
        st.append(i)
    return left, h * left


@prog(lambda n: (U(n, 3),))
def rows_that_stay_sorted(a):
    stack = []
    for row in a:
        while len(stack) >= 2 and stack[-1][0] > row[0]:
            stack.pop()
        stack.append(row)
    return np.array(stack)


@prog(lambda n: (U(n, n) > 1.1,))
def levels_from_a_queue(linked):
    n = len(linked)
    level = np.full(n, -1)
    level[0] = 0
    todo = deque([0])
    while todo:
        v = todo.popleft()
        for u in range(n):
            if linked[v, u] and level[u] < 0:
                level[u] = level[v] + 1
                todo.append(u)
    return level


@prog(lambda n: (U(n),))
def sorted_by_parts(a):
    stack = [(0, len(a) - 1)]
    while stack:
        lo, hi = stack.pop()
        if lo >= hi:
            continue
        p, i = a[hi], lo
        for j in range(lo, hi):
            if a[j] < p:
                a[i], a[j] = a[j], a[i]
                i += 1
        a[i], a[hi] = a[hi], a[i]
        stack.append((lo, i - 1))
        stack.append((i + 1, hi))
    return a


@prog(lambda n: (U(n), 0.3))
def area_by_halves(c, tolerance):
    calls = 0

    def rule(a, b):
        nonlocal calls
        calls += 1
        return (b - a) / 6 * (np.polyval(c, a) + 4 * np.polyval(c, (a + b) / 2) + np.polyval(c, b))
    stack = [(0.0, 1.0, rule(0.0, 1.0))]
    total = 0.0
    while stack and calls < 200:
        a, b, whole = stack.pop()
        m = 0.5 * (a + b)
        left, right = rule(a, m), rule(m, b)
        if abs(left + right - whole) < tolerance * 1e-3 * (b - a):
            total += left + right + (left + right - whole) / 15
        else:
            stack.append((a, m, left))
            stack.append((m, b, right))
    return total, calls


@prog(lambda n: (U(n), 1.45))
def truth_of_a_list(x, t):
    high = []
    for v in x:
        if v > t:
            high.append(v)
    found = len(high)
    return (1.0 if high else -1.0), found, (0.0 if not high else high[0])


@prog(lambda n: (U(n), 3.0))
def seen_before(x, scale):
    """`in` looks for computed numbers among computed numbers."""
    seen, repeats = [], 0
    for v in x:
        k = int(v * scale)
        if k in seen:
            repeats += 1
        seen.append(k)
    return repeats, int(x[0] * scale) in (1, int(x[1] * scale)), x[2] in x, 7.0 not in x


@prog(lambda n: (U(n), U(4)))
def ordered_by_keys(x, y):
    """Equal keys keep their order, also where it is reversed."""
    left = [y[0], y[1], y[2]]
    del left[0]
    table = {"a": 1.0, "b": x[0]}
    del table["a"]
    keys = np.array([2.0, 1.0, 2.0, 1.0]) * (x[0] > 0)
    rising = sorted(range(4), key=lambda i: keys[i])
    falling = sorted(range(4), key=lambda i: keys[i], reverse=True)
    return left[0], len(table), np.array(rising), np.array(falling), ((1, 2) < (1, 3)) == ((2,) > (1, 5))


class Waiting:
    def __init__(self, rows):
        self.rows = rows

    def __len__(self):
        return len(self.rows)


class Balance:
    def __init__(self, amount):
        self.amount = amount

    def __bool__(self):
        return bool(self.amount > 1.0)


@prog(lambda n: (U(n), 1.2))
def truth_of_objects(x, t):
    some, none = Waiting(x), Waiting(x[:0])
    kept = Waiting(x[x > t])
    a = 1.0 if some else 2.0
    b = 1.0 if none else 2.0
    c = 1.0 if kept else 2.0
    d = x[0] if Balance(x[1]) else x[2]
    return a, b, c, d, (3.0 if range(len(x)) else 4.0)


SETTINGS = {"shift": 0.25, "order": [1, 2], "name": "plain"}


@prog(lambda n: (U(n),))
def defaults_with_parts(x, settings=SETTINGS, scale=np.float64(2.0), weights=np.array([1.0, 2.0])):
    return scale * x**settings["order"][1] + settings["shift"] * weights.sum()


@prog(lambda n: (U(n), 3))
def running_medians(x, w):
    """A list kept in order, of which the oldest number leaves."""
    recent, ordered, out = deque(maxlen=w), [], []
    for v in x:
        if len(recent) == w:
            ordered.pop(bisect.bisect_left(ordered, recent[0]))
        recent.append(v)
        bisect.insort(ordered, v)
        out.append(ordered[len(ordered) // 2])
    return np.array(out)


@prog(lambda n: (U(n), (0, 1)))
def cheapest_first(cost, start):
    """Tuples of numbers and of a place, told apart by a count; the first key of the dict is an argument, one of its numbers 0."""
    tick, best = itertools.count(), {start: 0.0}
    todo, taken = [(0.0, next(tick), start)], 0.0
    for k, c in enumerate(cost):
        place = (k % 3, int(c > 0.8))
        if place not in best or c < best[place]:
            best[place] = c
            heapq.heappush(todo, (c, next(tick), place))
    while todo:
        c, when, (i, j) = heapq.heappop(todo)
        taken = 0.5 * taken + c * (when + i + 2 * j)
    return taken, len(best), best[start]


@prog(lambda n: (np.arange(5) % 2 * (np.arange(5) > 2), U(n)))
def machine_with_a_stack(codes, x):
    """What pops where nothing was pushed would be an error, and is not reached."""
    @functools.cache
    def weight(k):
        return 1.0 if k < 2 else weight(k - 1) + weight(k - 2)
    stack = []
    for k, code in enumerate(codes):
        if code == 0:
            stack.append(x[k % 2] * weight(4))
        else:
            b, a = stack.pop(), stack.pop()
            stack.append(a * b)
    return stack[-1], len(stack)


@prog(lambda n: (U(n, n + 1) - 0.5, 0.2, 0.8), grad=False)
def spreads_to_weak_neighbours(x, low, high):
    """Eight neighbours, of which those outside are none: a range that is cut at both ends has three items at most."""
    weak, out = x >= low, x >= high
    stack = list(zip(*np.nonzero(out)))
    while stack:
        i, j = stack.pop()
        for a in range(max(i - 1, 0), min(i + 2, x.shape[0])):
            for b in range(max(j - 1, 0), min(j + 2, x.shape[1])):
                if weak[a, b] and not out[a, b]:
                    out[a, b] = True
                    stack.append((a, b))
    return out


@prog(lambda n: (U(n), 3), grad=False)
def spreads_along_a_line(x, start):
    """Python's min and max of ints, and a range that always has three items."""
    seen, stack, n, taken = np.zeros(len(x), bool), [int(x[0]) + start], len(x), 0
    while stack:
        i = stack.pop()
        for a in range(i - 1, i + 2):
            if 0 <= a < n and x[a] > 0.6 and not seen[a]:
                seen[a] = True
                stack.append(a)
        for a in range(min(i + 2, n - 1), max(i - 2, -1), -2):
            taken += a
    return seen, taken


@prog(lambda n: (np.arange(3 * n).reshape(n, 3) * 7 % n,), grad=False)
def breadth_first(near):
    """A loop sees what is appended while it runs; inside, nothing says how much that is."""
    steps = np.full(len(near), -1)
    steps[0] = 0
    todo = [0]
    for i in todo:
        for j in near[i]:
            if steps[j] < 0:
                steps[j] = steps[i] + 1
                todo.append(j)
    return steps, len(todo)


@prog(lambda n: (np.arange(2 * n).reshape(n, 2) * 5 % (n + 1) % n,), grad=False)
def connected(near):
    label, count = np.full(len(near), -1), 0
    for s in range(len(near)):
        if label[s] >= 0:
            continue
        label[s] = count
        todo = [s]
        for i in todo:
            for j in near[i]:
                if label[j] < 0:
                    label[j] = count
                    todo.append(j)
        else:
            count += 1
    return label, count


@prog(lambda n: (np.arange(3 * n).reshape(n, 3) * 7 % n,), grad=False)
def steps_to_the_last(near):
    """Left early, with numbers beside tuples."""
    seen = np.zeros(len(near), bool)
    seen[0] = True
    todo = [(0, 0)]
    for k, (i, steps) in enumerate(todo, 1):
        if i == len(near) - 1:
            return k, steps
        for j in near[i]:
            if not seen[j]:
                seen[j] = True
                todo.append((j, steps + 1))
    return len(todo), -1


@prog(lambda n: (U(n),))
def splits_what_is_long(x):
    parts = list(x)
    for v in parts:
        if v > 0.3:
            parts.append(v * 0.5)
            parts.append(v * 0.25)
    return np.array(parts)


@prog(lambda n: (U(n),))
def takes_out_while_it_runs(x):
    """Python goes on with the next place, so that what moves up is passed over."""
    rest, s = list(x), 0.0
    for v in rest:
        s += v
        if v > 0.5:
            rest.remove(v)
    return s, len(rest)


@prog(lambda n: (U(n),))
def grows_from_one(x):
    items = [1.0]
    for v in items:
        if v < 8.0:
            items.append(v + x[0] + 0.5)
    return x * len(items)


@prog(lambda n: (U(n),))
def changes_what_comes(x):
    items = [x[0], x[1]]
    for k, v in enumerate(items):
        if k == 0:
            items[1] = v + 1.0
    return items


@prog(lambda n: (U(n),))
def dicts_that_follow(x):
    log = [{"v": x[0], "depth": 0}]
    for e in log:
        if e["v"] < 3.0:
            log.append({"v": e["v"] + x[1] + 0.25, "depth": e["depth"] + 1})
    return log[-1]["depth"], [e["v"] for e in log]


@prog(lambda n: (np.arange(0, 2 * n + 1, 2), np.arange(2 * n) * (n + 3) // 2 * 7 % n), grad=False)
def strongly_connected(start, target):
    """Tarjan's: a search along one stack, which takes from another until what it looks for comes. In the first iteration the latter
    has one item at most."""
    n = len(start) - 1
    order, low, component = np.full(n, -1), np.zeros(n, dtype=int), np.full(n, -1)
    waiting, edge = np.zeros(n, dtype=bool), start[:-1].copy()
    stack, count, found = [], 0, 0
    for root in range(n):
        if order[root] >= 0:
            continue
        path = [root]
        while path:
            v = path[-1]
            if order[v] < 0:
                order[v] = low[v] = count
                count += 1
                stack.append(v)
                waiting[v] = True
            if edge[v] < start[v + 1]:
                w = target[edge[v]]
                edge[v] += 1
                if order[w] < 0:
                    path.append(w)
                elif waiting[w]:
                    low[v] = min(low[v], order[w])
            else:
                path.pop()
                if path:
                    low[path[-1]] = min(low[path[-1]], low[v])
                if low[v] == order[v]:
                    while True:
                        w = stack.pop()
                        waiting[w] = False
                        component[w] = found
                        if w == v:
                            break
                    found += 1
    return component, order, found


@prog(lambda n: (U(n),))
def flushed_at_marks(x):
    """An array, not the list, says whether there is something to take."""
    there, sums, stack = np.zeros(len(x), dtype=bool), np.zeros(len(x)), []
    for i in range(len(x)):
        if x[i] > 0.7:
            stack.append(i)
            there[i] = True
        elif there.any():
            while True:
                j = stack.pop()
                there[j] = False
                sums[i] += x[j] * x[i]
                if x[j] > 1.2 or not there.any():
                    break
    return sums


@prog(lambda n: (np.array([3, -1, -3, 5, -2, 2, -4] + [-1, 4, -2, 3] * n), U(6)), grad=False)
def evaluated_with_two_stacks(codes, x):
    """Dijkstra's: what takes from both stacks is a function, called in loops."""
    rank = np.array([0, 1, 2, 0, 0])
    values, operators = [], []

    def apply():
        b, a = values.pop(), values.pop()
        values.append(a + b if operators.pop() == -1 else a * b)
    for c in codes:
        if c >= 0:
            values.append(x[c])
        elif c == -3:
            operators.append(c)
        elif c == -4:
            while operators[-1] != -3:
                apply()
            operators.pop()
        else:
            while operators and operators[-1] != -3 and rank[-operators[-1]] >= rank[-c]:
                apply()
            operators.append(c)
    while operators:
        apply()
    return values.pop()
