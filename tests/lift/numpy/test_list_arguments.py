"""Lists that a program is given are rows of arrays: one lifted program serves every length, interpreted and compiled. Python is the oracle."""

import copy
import math

import numpy as np
import pytest

import precis
from precis.errors import InputError
from tests.lift.numpy import list_algorithms, list_uses
from tests.lift.numpy.case import run, same
from tests.lift.numpy.list_algorithms import floats, neighbours, points, whole

PROGRAMS = {f.__name__: (f, *case) for f, case in {**list_algorithms.PROGRAMS, **list_uses.PROGRAMS}.items()}
SIZES = (8, 13, 3, 2, 1, 0, 60)


def of_types(found, wanted):
    """Assert that lists and tuples are such, and numbers Python's."""
    if isinstance(wanted, (list, tuple)):
        assert type(found) is type(wanted)
        for f, w in zip(found, wanted, strict=True):
            of_types(f, w)
    elif not isinstance(wanted, np.generic):
        assert type(found) is type(wanted)


@pytest.mark.parametrize("name", PROGRAMS)
def test_one_program_serves_every_length(name):
    function, arguments, least = PROGRAMS[name]
    program = precis.lift(function, *arguments(8, 1))
    native = precis.compile(program)
    for n in SIZES:
        for call in (lambda *args: run(program, args), native, native):
            theirs, ours = arguments(n, n + 2), arguments(n, n + 2)
            if n < least:
                with pytest.raises(InputError, match="needs"):
                    call(*ours)
                continue
            wanted, found = function(*theirs), call(*ours)
            same(found, wanted, 1e-14, "result")
            same(ours, theirs, 1e-14, "arguments")
            of_types(found, wanted)
            of_types(ours, theirs)


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_are_as_long_for_long_lists(name):
    function, arguments, _ = PROGRAMS[name]
    short, long = (sum(1 for _ in precis.lift(function, *arguments(n, 1)).body.walk()) for n in (9, 31))
    assert long == short


def lists_of_arrays(ws, x):
    for w, b in ws:
        x = np.tanh(w @ x + b)
    return x


def words(names, xs):
    return dict(zip(names, xs))


def shape_of_result(shape, v):
    return np.full(shape, v)


def lengths(shape, v):
    return np.full((shape[0], shape[1]), v)


def move(particles, dt):
    for p in particles:
        p.x += p.v * dt
    return particles[0].x


def doubled(grid):
    for i in range(len(grid)):
        for j in range(len(grid[0])):
            grid[i][j] *= 2.0


STRUCTURE = {
    lists_of_arrays: ([(np.full((4, 3), 0.1), np.ones(4)), (np.full((2, 4), 0.2), np.ones(2))], np.ones(3)),
    words: (["a", "b"], [1.0, 2.0]), shape_of_result: ([3, 4], 2.0), lengths: ([3, 4], 2.0),
    move: ([list_uses.Particle(1.0, 2.0, 3.0), list_uses.Particle(0.5, 1.0, 1.0)], 0.1),
    doubled: ([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]],),
}


@pytest.mark.parametrize("function", STRUCTURE, ids=lambda f: f.__name__)
def test_lists_that_are_structure_are_known_item_by_item(function):
    args = STRUCTURE[function]
    program = precis.lift(function, *args)
    assert not program.rooms
    for call in (lambda *args: run(program, args), precis.compile(program)):
        theirs, ours = copy.deepcopy(args), copy.deepcopy(args)
        same(call(*ours), function(*theirs), 1e-14, "result")
        same(ours, theirs, 1e-14, "arguments")


def test_items_of_the_caller_stay_the_same_objects():
    """Lists of objects that are sorted in place are known item by item: the objects move."""
    def in_order(particles):
        particles[0], particles[1] = particles[1], particles[0]
        return particles[0].x
    args = [list_uses.Particle(1.0, 2.0, 3.0), list_uses.Particle(0.5, 1.0, 1.0)]
    first, second = args
    assert precis.compile(precis.lift(in_order, list(args)))(args) == 0.5
    assert args[0] is second and args[1] is first


def total(xs):
    s = 0
    for x in xs:
        s += x
    return s


def first_weight(edges):
    return edges[0][2]


def count(near):
    return [len(n) for n in near]


def area(grid):
    s = 0.0
    for row in grid:
        for x in row:
            s += x
    return s


WRONG = {  # (lifted on, called with, what is said)
    "an int among floats": (total, [1.0, 2.5, 3.0], [1.0, 2, 3.0], r"xs\[1\].*float, not int"),
    "floats among ints": (total, [1, 2, 3], [1, 2.0], r"xs\[1\].*int, not float"),
    "bools among ints": (total, [1, 2, 3], [True, 2], r"xs\[0\].*int, not bool"),
    "numbers of NumPy": (total, [1.0, 2.5], list(np.array([1.0, 2.0])), r"xs\[0\].*float, not float64"),
    "too large": (total, [1, 2, 3], [1, 2**63], r"xs\[1\].*too large"),
    "an array": (total, [1.0, 2.0], np.ones(3), "for a list, not for ndarray"),
    "a tuple": (total, [1.0, 2.0], (1.0, 2.0), "for a list, not for tuple"),
    "a number": (total, [1.0, 2.0], 1.0, "for a list, not for float"),
    "tuples of another length": (first_weight, [(1, 2, 3.0), (0, 1, 2.0)], [(1, 2, 3.0), (1, 2)], r"edges\[1\].*3 items, not a tuple of 2"),
    "other kinds of items": (first_weight, [(1, 2, 3.0), (0, 1, 2.0)], [[1, 2, 3.0]], r"edges\[0\].*tuple of 3 items, not a list of 3"),
    "another type inside": (first_weight, [(1, 2, 3.0), (0, 1, 2.0)], [(1, 2, 3)], r"edges\[0\]\[2\].*float, not int"),
    "a number for a list": (count, [[1], [2, 3]], [[1], 2], r"near\[1\].*for a list, not for int"),
    "another type in a list": (count, [[1], [2, 3]], [[1], [2, 0.5]], r"near\[1\]\[1\].*int, not float"),
    "lists of several lengths": (area, [[1.0] * 6] * 3, [[1.0] * 6, [1.0] * 5], "one length, not of 5 and 6"),
    "items where there were none": (total, [], [1.0], "an empty list"),
}


@pytest.mark.parametrize("what", WRONG)
@pytest.mark.parametrize("compiled", [False, True])
def test_lists_of_another_form_are_refused(what, compiled):
    function, args, others, said = WRONG[what]
    program = precis.lift(function, args)
    native = precis.compile(program)
    native(args), native(args)
    with pytest.raises(InputError, match=said):
        native(others) if compiled else run(program, (others,))


def test_ints_are_exact_beyond_floats():
    rows = [(2**53 + k, 0.5) for k in range(12)]
    def largest(rows):
        return max(rows, key=lambda r: r[0])[0], sum(r[0] for r in rows) - rows[0][0]
    program = precis.lift(largest, rows)
    assert run(program, (rows[:5],)) == precis.compile(program)(rows[:5]) == largest(rows[:5])


def test_special_numbers_pass():
    def same_list(xs):
        return xs
    xs = [math.nan, -0.0, math.inf, -math.inf, 5e-324]
    program = precis.lift(same_list, xs)
    for found in (run(program, (xs,)), precis.compile(program)(xs)):
        assert np.array(found).tobytes() == np.array(xs).tobytes() and found is not xs


def test_ints_and_floats_in_one_column_are_floats():
    weights = [k if k % 2 else k + 0.5 for k in range(12)]
    program = precis.lift(total, weights)
    assert "real[N]" in str(program)
    assert run(program, (weights[3:],)) == total(weights[3:]) == precis.compile(program)(weights[3:])
    few = precis.lift(lambda xs: [x + 1 for x in xs], [1, 2.5, 3])
    assert [type(x) for x in run(few, ([1, 2.5, 3],))] == [int, float, int]  # few items are known one by one


def test_whether_a_number_is_an_int_is_not_known_of_such():
    def wholes(xs):
        return [1 if isinstance(x, int) else 0 for x in xs]
    mixed = [k if k % 2 else k + 0.5 for k in range(12)]
    assert run(precis.lift(wholes, mixed), (mixed,)) == wholes(mixed)  # item by item


def test_one_list_under_two_names():
    def both(xs, ys):
        xs.append(ys[0])
        return len(ys)
    xs = floats(8, 1)
    program = precis.lift(both, xs, floats(8, 2))
    native = precis.compile(program)
    for call in (lambda *args: run(program, args), native):
        with pytest.raises(InputError, match="are one thing"):
            call(xs, xs)
    def dot(xs, ys):
        return sum(x * y for x, y in zip(xs, ys))
    assert precis.compile(precis.lift(dot, xs, floats(8, 2)))(xs, xs) == pytest.approx(dot(xs, xs), rel=1e-14)


def test_lists_that_are_not_changed_stay_as_they_are():
    def kept(xs, rows):
        ys = xs
        zs = list(ys)
        zs[0] = 1.0
        return zs[0] + ys[0], sorted(rows)[0][0]
    program = precis.lift(kept, floats(8, 1), points(8, 2))
    assert "Refilled" not in type(program.returns).__name__ and not program.mutated


def test_changes_under_conditions_and_in_loops_are_seen():
    def changed(xs, n):
        ys = xs
        for k in range(n):
            if ys[k] > 5.0:
                ys[k] = -ys[k]
        if ys[0] < 0:
            ys.append(0.0)
        return len(xs)
    program = precis.lift(changed, floats(8, 1), 3)
    for call in (lambda *args: run(program, args), precis.compile(program)):
        for n in (5, 9):
            theirs, ours = floats(n, n), floats(n, n)
            assert call(ours, 4) == changed(theirs, 4) and ours == theirs


def test_the_adjoint_takes_columns():
    def length(path):
        s = 0.0
        for (x, y), (u, v) in zip(path, path[1:]):  # noqa: RUF007
            s += math.sqrt((u - x) ** 2 + (v - y) ** 2)
        return s
    from precis.ad import adjoint
    path = points(6, 3)
    back = adjoint(precis.lift(length, path))
    assert back is not None


def test_the_text_of_a_program_takes_arrays():
    from precis.ir.text import parse, show
    program = precis.lift(total, [1.0, 2.0, 3.0])
    again = parse(show(program))
    assert run(again, ((np.array([1.0, 2.0, 4.0]),),)) == 7.0


ASKED = {  # of a list of lists, of several lengths and of one
    "the length of one": lambda a, k: len(a[k]), "its last item": lambda a, k: a[k][-1], "of the last one": lambda a, k: a[-1][0],
    "sums": lambda a, k: sum(a[k]) + max(a[k]), "in order": lambda a, k: sorted(a[k]), "a member": lambda a, k: (2 in a[k], 3 not in a[0]),
    "by number": lambda a, k: [i * v for i, v in enumerate(a[k])], "side by side": lambda a, k: [u + v for u, v in zip(a[k], a[0])],
    "backwards": lambda a, k: list(reversed(a[k])), "parts": lambda a, k: (a[k][1:], a[k][:-1]), "lengths": lambda a, k: [len(r) for r in a],
    "the longest": lambda a, k: max(a, key=len), "behind the first": lambda a, k: a[1:], "joined": lambda a, k: a[k] + [7],
    "joined in front": lambda a, k: [7] + list(a[k]), "counted": lambda a, k: a[k].count(2), "copies": lambda a, k: (list(a[k]), a[k].copy()),
    "all items": lambda a, k: [v for r in a for v in r], "the first ones": lambda a, k: [r[0] for r in a if len(r) > 2],
    "any of them": lambda a, k: any(v > 5 for v in a[k]), "neighbours": lambda a, k: [len(r) + len(s) for r, s in zip(a, a[1:])],  # noqa: RUF007
    "an array": lambda a, k: np.array(a[k])[::-1].tolist(), "a kind": lambda a, k: isinstance(a[k], list), "two of them": lambda a, k: (a[k], a[0]),
    "one that is not empty": lambda a, k: 1 if a[k] else 0, "numbers of NumPy": lambda a, k: float(np.sum(a[k])), "given back": lambda a, k: a,
}


@pytest.mark.parametrize("what", ASKED)
@pytest.mark.parametrize("ragged", [True, False])
def test_lists_in_lists_are_asked(what, ragged):
    function = ASKED[what]
    def lists(n, seed):
        return [[(seed + i * 3 + j) % 9 for j in range(2 + (i * 5 + seed) % 4 if ragged else 6)] for i in range(n)]
    program = precis.lift(function, lists(5, 1), np.array(1))
    native = precis.compile(program)
    for n, seed, k in ((5, 1, 1), (4, 3, 2), (7, 5, 0)):
        for call in (lambda *args: run(program, args), native):
            assert call(lists(n, seed), np.array(k)) == function(lists(n, seed), k)


def test_whether_lists_in_a_list_are_one_is_not_known():
    def one(a, k):
        return a[k] is a[k]
    assert run(precis.lift(one, [[1, 2, 3], [4, 5]], 1), ([[1, 2, 3], [4, 5]], 1)) is True  # item by item


@pytest.mark.parametrize("nodes", [40, 400])
def test_lifting_takes_as_long_for_long_lists(nodes):
    near = neighbours(nodes, 1)
    program = precis.lift(list_algorithms.bfs, near, 0)
    assert run(program, (near, 0)) == list_algorithms.bfs(near, 0)


def test_counts_of_members_and_of_lists_are_apart():
    """As many lists as items in all of them, in the example."""
    def members(near):
        return sum(sum(n) for n in near), len(near)
    program = precis.lift(members, [[1, 2], [3], [4], []])
    assert run(program, ([[1], [2, 3, 4, 5]],)) == (15, 2) == precis.compile(program)([[1], [2, 3, 4, 5]])


def test_lists_of_two_are_parts_of_their_list():
    def edges(pairs):
        return [u + v for u, v in pairs]
    program = precis.lift(edges, [[1, 2], [3, 4], [5, 6]])
    with pytest.raises(InputError, match=r"pairs\[1\].*a list of 2 items, not a list of 3"):
        run(program, ([[1, 2], [3, 4, 5]],))
    assert run(program, ([whole(2, k) for k in range(5)],)) == edges([whole(2, k) for k in range(5)])
