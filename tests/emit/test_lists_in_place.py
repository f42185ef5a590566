"""Lists that loops grow and shrink are arrays that are updated in place: what Python gives, and no copy of a list per iteration."""

import heapq
from collections import deque

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.errors import InputError
from precis.ir.grown import lists_in_place
from precis.ir.interpret import interpret
from precis.ir.text import parse
from precis.ir.verify import verify
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def kept(x):
    out = []
    for i in range(x.shape[0]):
        if x[i] > 0.5:
            out.append(x[i])
    total = 0.0
    for v in out:
        total = 2.0 * total + v
    return total, len(out)


def returned(x):
    """The list leaves the function, with its length."""
    out = []
    for i in range(x.shape[0]):
        if x[i] > 0.5:
            out.append(3.0 * x[i])
    return out


def stacked(x):
    """Pairs, popped and pushed under ifs inside of ifs."""
    todo, seen, last = [(0, 1.0)], np.zeros(x.shape[0] + 1), 0.0
    while todo:
        k, weight = todo.pop()
        if k < x.shape[0] and seen[k] == 0.0:
            seen[k] = weight
            last = weight
            if x[k] > 0.3:
                if x[k] > 0.6:
                    todo.append((k + 2, weight * 0.5))
                todo.append((k + 1, weight + x[k]))
            else:
                todo.append((k + 1, weight))
    return seen, last


def relaxed(todo, dist, k, way):
    if k < dist.shape[0] and way < dist[k]:
        dist[k] = way
        heapq.heappush(todo, (way, k))


def shortest(x):
    """Dijkstra on a line with shortcuts: a heap of pairs that a function pushes to."""
    dist = np.full(x.shape[0], np.inf)
    todo = []
    if x.shape[0] > 0:
        dist[0] = 0.0
        heapq.heappush(todo, (0.0, 0))
    while todo:
        way, k = heapq.heappop(todo)
        if way <= dist[k]:
            relaxed(todo, dist, k + 1, way + x[k])
            relaxed(todo, dist, k + 3, way + 2.5 * x[k])
    return dist


def undone(x):
    """What was appended last is taken out again; the list is read whole, from its end and changed in the middle."""
    out, sums = [0.0], np.zeros(x.shape[0])
    for i in range(x.shape[0]):
        out.append(x[i])
        if len(out) > 3 and x[i] < 0.4:
            out.pop()
            out.pop()
            out[0] = out[-1] + 1.0
        elif x[i] < 0.5:
            out[len(out) // 2] = -x[i]
        sums[i] = sum(out) + max(out)
    return sums


def remembered(x):
    """A copy is another list: what is appended to one is not seen in the other; another name is the same list."""
    out, best = [], [0.0]
    for i in range(x.shape[0]):
        same = out
        if x[i] > 0.3:
            same.append(x[i])
        if x[i] > 0.8:
            best = list(out)
            best.append(-1.0)
    return sum(out), sum(best), len(best)


def queued(x):
    """First in, first out."""
    todo, order = deque([0]), np.zeros(x.shape[0])
    n = 0
    while todo and n < x.shape[0]:
        k = todo.popleft()
        order[n] = k
        n += 1
        if x[n - 1] > 0.4:
            todo.append(2 * k + 1)
        todo.append(2 * k + 2)
    return order


def rows(x):
    """Lists grow in a loop inside of a loop, and are emptied."""
    found = np.zeros(x.shape[0])
    for i in range(x.shape[0]):
        row = []
        for j in range(x.shape[0]):
            if x[j] < x[i]:
                row.append(x[j] * (j + 1))
        for v in row:
            found[i] = v - 0.5 * found[i]
    return found


def window(x):
    """As long at the end of an iteration as at its beginning."""
    recent, out = [0.0, 0.0, 0.0], np.zeros(x.shape[0])
    for i in range(x.shape[0]):
        recent.append(x[i])
        out[i] = recent[0] + 2.0 * recent[1] - recent[3]
        recent.pop(0)
    return out


def columns(x):
    """Some columns of the rows so far, of which whole rows are read."""
    out, total = [np.zeros(3)], 0.0
    for i in range(x.shape[0]):
        if x[i] > 0.5:
            out.append(np.array([x[i], 2.0 * x[i], 7.0]))
        part = np.array(out)[:, :2]
        total = 0.5 * total + part[-1].sum() + part[len(out) // 2, 1]
    return total, len(out)


def sums_of_earlier(x):
    """Every iteration appends one item, made of items that earlier ones appended."""
    f = [1.0]
    for k in range(x.shape[0]):
        f.append(0.5 * f[k // 2] + 0.25 * f[-1] + x[k])
    return np.array(f), f[-1]


def marked(x):
    """What is appended in every iteration changes later; another list grows as the data ask for."""
    marks, large, total = [], [], 0
    for k in range(x.shape[0]):
        marks.append(0)
        if x[k] > 0.5:
            large.append(k)
            total += large[len(large) // 2]
        marks[k // 2] = len(large)
        total += marks[k // 3]
    return total, np.array(marks)


def from_two(x):
    """Two items an iteration, behind two that were there."""
    f, total = [2.0, 3.0], 0.0
    for k in range(x.shape[0]):
        f.append(x[k])
        f.append(f[k] - 0.5)
        total += f[k // 2 + 1]
    return total, len(f)


def multiples(x):
    """A loop inside of a branch appends as many items as it has iterations; the loop around reads the list."""
    marks, owners = np.zeros(x.shape[0], bool), []
    total = 0
    for p in range(2, x.shape[0]):
        if not marks[p]:
            for m in range(p, x.shape[0], p):
                marks[m] = True
                owners.append(p + m)
            total += owners[len(owners) // 2]
    return total, len(owners)


PROGRAMS = [multiples, sums_of_earlier, marked, from_two, kept, returned, stacked, shortest, undone, remembered, queued, rows, window, columns]
IN_PLACE = [multiples, sums_of_earlier, marked, from_two, kept, returned, stacked, shortest, undone, remembered, rows]


def _data(n, seed=0):
    return np.random.default_rng(seed).random(n)


def _same(found, expected):
    found, expected = ((x if isinstance(x, tuple) else (x,)) for x in (found, expected))
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_array_equal(np.asarray(a), np.asarray(b))


def _lengthened(program):
    """The nodes of loops that copy a list of run-time length to append to it."""
    loops = [n for n in program.nodes() if n.op in ("loop", "while")]
    inside = [n for loop in loops for b in loop.blocks for n in b.walk() if n.op == "concatenate"]
    return [n for n in inside if n.output.shape[0].constant is None and n.inputs[0].shape[0].constant is None]


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_it_runs_as_python(f):
    for n, seed in ((12, 0), (12, 1), (7, 2), (1, 3)):
        x = _data(n, seed)
        _same(compile(lift(f, x))(x), f(x.copy()))


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_one_program_serves_all_lengths(f):
    run = compile(lift(f, _data(12)))
    for n in (30, 2, 1):
        x = _data(n, n)
        try:
            found = run(x)
        except InputError:  # its guards keep the length out
            continue
        _same(found, f(x.copy()))


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_the_program_with_lists_in_place_means_the_same(f):
    x = _data(12, 5)
    made = lift(f, x)
    changed = lists_in_place(made)
    verify(changed)
    for a, b in zip(interpret(changed, [x]), interpret(made, [x]), strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("f", IN_PLACE, ids=lambda f: f.__name__)
def test_no_list_is_copied(f):
    made = lift(f, _data(12))
    assert _lengthened(made)
    assert not _lengthened(lists_in_place(made))


@pytest.mark.parametrize("f", [multiples, marked], ids=lambda f: f.__name__)
def test_room_that_begins_empty_is_not_written(f):
    """Room for all that there may be is more than there is: its zeros would take longer than the program."""
    begun = {"mark": True}
    changed = lists_in_place(lift(f, _data(12)), begun=begun)
    begins = [n for n in changed.nodes() if n.op == "update" and n.attrs.get("mark")]
    assert begins and all(n.inputs[1].shape[0].constant == 0 for n in begins)


LONGER = """
@sizes(N=4)
def f(x: input[real[N]]):
    r: local[real[N]]
    s: output[real]
    def step(i, _9, r, s):
        n = size(_9)
        _1 = r[:{read}]
        _2 = concatenate(r[:n], x[i][None], axis=0)
        _3 = update(broadcast({behind}, shape=(N,)), _2[:{kept}], at=s_[:{kept}])
        s = 3.0 * s + sum(_1, axes=(0,)) + sum(_3[:{again}], axes=(0,))
        return _9, _3, s
    _4, r, s = loop(step, trips=N, carry=(2, broadcast(1.0, shape=(N,)), 0.0))
    return s
"""


@pytest.mark.parametrize("behind, read, kept, again, held", [
    ("0.0", "n", "n", "n", True), ("5.0", "n", "n", "n", True), ("5.0", "n", "n + 1", "n", True), ("5.0", "n", "n", "n + 1", True),
    ("5.0", "3", "n", "n", False), ("5.0", "n + 1", "n", "n", False), ("5.0", "n", "1", "n", False)])
def test_rows_behind_a_list_that_are_read_stay(behind, read, kept, again, held):
    """Padding that is read is made as it was."""
    made = parse(LONGER.format(behind=behind, read=read, kept=kept, again=again))
    x = np.arange(4.0)
    changed = lists_in_place(made)
    assert (not any(n.op == "concatenate" for n in changed.nodes())) == held
    (expected,) = interpret(made, [x])
    np.testing.assert_array_equal(interpret(changed, [x])[0], expected)
    np.testing.assert_array_equal(compile(made)(x), expected)


def halved(x):
    """Many iterations: the first run has too little room for them."""
    todo, out, n = [int(x[0] * 1e6)], np.zeros(2), 0
    while todo:
        k = todo.pop()
        n += 1
        out[k % 2] += k * 0.5 + out[1 - k % 2] * 1e-3
        if k > 1:
            todo.append(k // 2)
            if k % 3 > 0:
                todo.append(k - k // 2)
    return out, n


def followed(x):
    """What each iteration appends is wanted afterwards: another run has room for it."""
    todo, seen = [0], []
    while todo:
        k = todo.pop()
        seen.append(2 * k)
        if k < 100 and x[k % 7] > 0.0:
            todo.append(k + 1)
    return sum(seen), len(seen)


@pytest.mark.parametrize("f", [stacked, shortest, halved, followed], ids=lambda f: f.__name__)
def test_lists_that_nothing_bounds_are_in_place(f):
    x = _data(12) * (1e-4 if f is halved else 1.0)
    made = lift(f, x)
    changed = lists_in_place(made)
    verify(changed)
    assert not any(n.op == "concatenate" and n.output.shape[0].constant is None for n in changed.nodes())
    for a, b in zip(interpret(changed, [x]), interpret(made, [x]), strict=True):
        np.testing.assert_array_equal(a, b)
    _same(compile(made)(x), f(x.copy()))


@pytest.mark.parametrize("n", [1, 700, 3000, 200000])
def test_runs_with_too_little_room_are_made_again(n):
    x = np.full(3, n * 1e-6)
    _same(compile(lift(halved, x))(x), halved(x))
