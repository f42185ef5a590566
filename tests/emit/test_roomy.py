"""Arrays that nothing bounds, and that loops read as they grow, have the room of the program: calls are made again with more."""

import re
from dataclasses import replace
from importlib import import_module

import numpy as np
import pytest

from precis.ad import adjoint
from precis.emit import emit
from precis.emit.engine import compile
from precis.emit.plan import plan
from precis.emit.plan.fuse import independent
from precis.emit.plan.kernels import Nest, SizeBind
from precis.emit.plan.walking import accesses, walk
from precis.emit.rooms import bound
from precis.errors import InputError, UnsupportedProgram
from precis.ir.call import bind, give_back
from precis.ir.canonical import canonical
from precis.ir.interpret import interpret
from precis.ir.no_room import NoRoom
from precis.ir.text import parse, show
from precis.lift import lift
from tests.emit.devices import agree
from tests.emit.oracle import needs_compiler


def halved(x, least):
    """Lists that a loop inside of the loop over them lengthens."""
    left, right, k = [x[0], x[1]], [x[1], x[2]], 0
    while k < len(left):
        a, b = left[k], right[k]
        while b - a > least:
            m = a + 0.5 * (b - a) * x[k % x.shape[0]]
            left.append(m)
            right.append(b)
            b = m
        k += 1
    total = 0.0
    for i in range(len(left)):
        total += left[i] * right[i] * (i % 7)
    return total, left, np.array(right)


class Cell:
    def __init__(self, low, high):
        self.low, self.high, self.points = low, high, []

    def parts(self):
        m = 0.5 * (self.low + self.high)
        a, b = Cell(self.low, m), Cell(m, self.high)
        for p in self.points:
            (a if p < m else b).points.append(p)
        return a, b


def mesh(x, least):
    """Things with lists of their own, which come and go."""
    root = Cell(0.0, 1.0)
    for v in x:
        root.points.append(v % 1.0)
    cells = [root]
    while True:
        worst = max(cells, key=lambda c: len(c.points))
        if len(worst.points) <= 3 or worst.high - worst.low < least:
            break
        cells.remove(worst)
        a, b = worst.parts()
        cells.append(a)
        cells.append(b)
    return len(cells), sorted(c.low for c in cells)


def born(x, least):
    """Arrays that are made anew, longer or shorter, in a counted loop."""
    alive = x.copy()
    for _ in range(x.shape[0] // 2):
        alive = np.concatenate((alive[alive > 0.2] * 0.9, alive[alive > 0.5] * 0.6 + least))
    return alive.sum(), alive


def left(x, least):
    """Items leave the stack for a list whose length follows from the data alone."""
    stack, out = [], [(least, 0.0)]
    for p in x[x > least]:
        stack.append((p * 37.0) % 1.0)
        while len(stack) > 2 and stack[-1] > stack[-2]:
            out.append((stack[-2], 1.0))
            stack.pop(-2)
    return np.array(out)


def changed(x, least):
    """An argument changes on the way: what was too long is made again from what was given."""
    todo, k = [x[0]], 0
    while k < len(todo):
        v = todo[k]
        x[k % x.shape[0]] += v
        while v > least:
            v *= 0.5
            todo.append(v * 0.7)
        k += 1
    return len(todo)


PROGRAMS = [halved, mesh, born, left, changed]


def _given(n):
    return np.sort(np.random.default_rng(n).random(n)) * 0.8 + 0.1, 0.5 / n**1.5


def _same(found, expected):
    for a, b in zip(found if isinstance(found, tuple) else (found,), expected if isinstance(expected, tuple) else (expected,), strict=True):
        assert type(a) is type(b)
        np.testing.assert_array_equal(a, b)


@needs_compiler
@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_one_program_serves_all_lengths(f):
    program = lift(f, *_given(5))
    assert program.rooms and not program.pinned
    run = compile(program)
    for n in (5, 3, 40, 300, 6):
        (x, least), (y, _) = _given(n), _given(n)
        _same(run(x, least), f(y, least))
        np.testing.assert_array_equal(x, y)


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_the_interpreter_says_how_much_is_needed(f):
    program = lift(f, *_given(5))
    x, least = _given(12)
    for room in (1, 2, 4000):
        arrays, sizes = bind(program, (x, least), room=room)
        try:
            found = give_back(program, interpret(program, arrays, sizes), (x.copy(), least))
        except NoRoom as full:
            assert full.length > room and room < 4000
            assert full.span.file == "test_roomy.py"
        else:
            assert room == 4000
            _same(found, f(x.copy(), least))


@needs_compiler
@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_runs_with_too_little_room_end_without_a_trace(f):
    """Whatever the room is: a run tells that there is too little, or gives what Python gives."""
    program = lift(f, *_given(5))
    run, (x, least) = compile(program), _given(12)
    expected, told = f(x.copy(), least), 0
    for room in range(1, 200, 3):
        arrays, sizes = bind(program, (x.copy(), least), room=room)
        try:
            found = give_back(program, run.run(arrays, sizes), (x.copy(), least))
        except NoRoom as full:
            told += 1
            assert full.span.file == "test_roomy.py" and f"more than {room} elements" in full.message
        else:
            _same(found, expected)
    assert told or program.mutated  # these have address space
    if not program.mutated:
        _, sizes = bound(program, (x, least))
        assert sizes["room"] >= max(map(np.size, expected if isinstance(expected, tuple) else (expected,)))


@needs_compiler
def test_nothing_is_written_before_it_is_known_that_there_is_room():
    lines = emit(lift(halved, *_given(5))).text.splitlines()
    stores = [k for k, line in enumerate(lines) if re.match(r" {12,}w_\d+\[n_\w+\] = ", line)]
    assert len(stores) == 2
    for k in stores:
        asked = max(j for j in range(k) if "pr::at_most(" in lines[j])
        assert not any("] = " in line for line in lines[asked:k])


def test_nothing_that_writes_is_moved_in_front_of_the_question():
    program = lift(halved, *_given(5))
    statements = list(walk(plan(program, program.original).statements))
    asked = next(s for s in statements if isinstance(s, SizeBind) and s.most is not None)
    writes = [s for s in statements if isinstance(s, Nest) and asked.source not in frozenset().union(*accesses(s))]
    assert writes and not any(independent(asked, s) for s in writes)
    assert any(independent(replace(asked, most=None), s) for s in writes)


@needs_compiler
@pytest.mark.parametrize("target", ["cuda", "hip"])
def test_kernels_of_gpus_ask_too(target):
    program = lift(halved, *_given(5))
    agree(program, program.original, _given(5), target, 1e-12)


def test_the_text_says_where_runs_end():
    for f in PROGRAMS:
        program = lift(f, *_given(5))
        assert "most=room)" in show(program)
        assert parse(show(program)).body == canonical(program).body


def weighted(x, least):
    todo, k, total = [x[0], x[1]], 0, 0.0
    while k < len(todo):
        v = todo[k]
        while v > least:
            v = v * (0.4 + 0.1 * np.sin(x[k % x.shape[0]]))
            todo.append(v * 0.9)
        total += v * todo[k] * x[k % x.shape[0]]
        k += 1
    return total


@needs_compiler
def test_derivatives():
    back = compile(adjoint(lift(weighted, *_given(5))))
    for n in (5, 9, 30):
        x, least = _given(n)
        bar, _ = back(x, least, 1.0)
        for i in (0, 1, n - 1):
            step = 1e-6 * np.eye(n)[i]
            assert bar[i] == pytest.approx((weighted(x + step, least) - weighted(x - step, least)) / 2e-6, rel=1e-5, abs=1e-7)


def endless(x):
    grown, k = [x[0]], 0
    while k < len(grown):
        v = x[0]
        while v > 0.5:
            v *= 0.5
            grown.append(v)
        k += 1
    return k


@needs_compiler
def test_what_has_no_end_ends_where_there_is_no_memory(monkeypatch):
    monkeypatch.setattr(import_module("precis.emit.more_room"), "LARGEST", 1 << 20)
    with pytest.raises(MemoryError, match=r"^test_roomy\.py:\d+:\d+: endless: an array of more than 262144 elements"):
        compile(lift(endless, np.array([0.3])))(np.array([1.7]))


def beside(x, n):
    """A large array beside one that has the room of the program."""
    large, grown = np.zeros(n), [x[0]]
    large[n // 2] = x[0]
    while grown[-1] > 0.5:
        for v in x:
            if v > grown[-1]:
                grown.append(0.4 * v)
        grown.append(0.5 * grown[-1])
        large[len(grown)] = grown[-1]
    return large.sum() + len(grown)


@needs_compiler
def test_what_has_no_memory_is_not_made_again():
    """It is not the room that was too little."""
    run = compile(lift(beside, np.array([0.7, 0.9]), 50))
    assert run._asks and run(np.array([0.7, 0.9]), 60) == beside(np.array([0.7, 0.9]), 60)
    with pytest.raises(MemoryError, match=r"^beside: no memory for the workspace"):
        run(np.array([0.7, 0.9]), 1 << 44)
    assert run._room == 0


def squares(x):
    rows = np.zeros((1, 1))
    while rows.sum() < x[0]:
        rows = np.pad(rows, 1, constant_values=x[1])
    return rows


def test_arrays_that_nothing_bounds_along_two_axes_are_refused():
    with pytest.raises((UnsupportedProgram, InputError)):
        lift(squares, np.array([50.0, 1.0]))


@needs_compiler
def test_a_size_of_that_name_is_another():
    def filled(x):
        room = x.shape[0]
        found, v = [], x[0]
        while v > 0.01:
            v *= 0.5
            found.append(v * room)
        return found, np.zeros(room)
    program = lift(filled, np.ones(5))
    assert len(program.rooms) == 1
    for n in (5, 3):
        found, zeros = compile(program)(np.ones(n))
        assert len(zeros) == n and found == filled(np.ones(n))[0]
