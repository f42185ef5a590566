"""Results whose length nothing bounds: calls are made again with more room, and nothing is cut off."""

import tracemalloc

import numpy as np
import pytest

import precis
from precis.emit.engine import compile
from precis.emit.rooms import bound
from precis.errors import InputError
from precis.ir.call import bind, give_back
from precis.ir.interpret import interpret
from precis.ir.text import parse
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def times(x, rate, least):
    """An array beside a number."""
    found, t, s = [], 0.0, x.sum()
    while s > least:
        s = s * rate
        t = t + 0.5 * s
        found.append(t)
    return np.array(found), t


def pairs(x, rate, least):
    """A list of tuples, and one that is longer."""
    found, more, s = [], [], x.sum()
    while s > least:
        s *= rate
        found.append((s, 2.0 * s))
        more.append(s)
        more.append(-s)
    return found, more


def cooled(x, rate, least):
    """An argument changes on the way."""
    found = []
    while x.max() > least:
        x *= rate
        found.append(x.sum())
    return found


LONG, SHORT = 1e-3, 2.0  # of 3 elements, with the rate 0.999: about 8000 steps and 400


def _alike(found, expected):
    for a, b in zip(found if isinstance(found, tuple) else (found,), expected if isinstance(expected, tuple) else (expected,), strict=True):
        assert type(a) is type(b)
        np.testing.assert_array_equal(a, b)


@needs_compiler
@pytest.mark.parametrize("f", [times, pairs, cooled], ids=lambda f: f.__name__)
def test_calls_are_made_again_with_more_room(f):
    """Also where a call like the last one goes right into compiled code, and where arguments change."""
    run = compile(lift(f, np.ones(3), 0.999, 0.999))
    for least in (0.99, 0.98, 0.98, LONG, LONG, 0.5, 1e-6, 1e-6):
        x, y = np.ones(3), np.ones(3)
        _alike(run(x, 0.999, least), f(y, 0.999, least))
        np.testing.assert_array_equal(x, y)


def test_the_interpreter_says_how_long_a_result_is():
    program = lift(times, np.ones(3), 0.999, SHORT)
    assert program.rooms == {"room"} and parse(str(program)).rooms == {"room"}
    arguments = (np.ones(3), 0.999, LONG)
    arrays, binding = bind(program, arguments)
    x = np.array(arrays[0])
    with pytest.raises(InputError, match="returns an array of 8003 elements; there is room for 4096"):
        give_back(program, interpret(program, arrays, binding), arguments)
    np.testing.assert_array_equal(arrays[0], x)
    arrays, binding = bind(program, arguments, room=9000)
    _alike(give_back(program, interpret(program, arrays, binding), arguments), times(*arguments))


def test_arguments_stay_as_they_are_where_there_is_no_room():
    program = lift(cooled, np.ones(3), 0.999, 0.5)
    arguments = (np.ones(3), 0.999, LONG)
    with pytest.raises(InputError, match="there is room for 4096"):
        give_back(program, interpret(program, *bind(program, arguments)), arguments)
    np.testing.assert_array_equal(arguments[0], np.ones(3))


@needs_compiler
def test_sensitivities_are_of_whole_results():
    program, arguments = lift(times, np.ones(3), 0.999, SHORT), (np.ones(3), 0.999, LONG)
    assert bound(program, arguments)[1]["room"] == 8192
    assert bound(program, (np.ones(3), 0.999, SHORT))[1]["room"] == 4096
    assert precis.sensitivity(program, arguments).binding["room"] == 8192


def transitions(labels):
    """A square whose side the data tell, beside how often there is each label."""
    n = labels.max() + 1
    m = np.zeros((n, n))
    np.add.at(m, (labels[:-1], labels[1:]), 1.0)
    return m, np.bincount(labels, minlength=n)


def ones(side):
    n = side.max()
    return np.ones((n, n), dtype=bool)


def twice(labels):
    m, _ = transitions(labels)
    return m, m


@needs_compiler
def test_squares_have_as_much_room_as_they_fill():
    """Larger and smaller ones in turn, some of nothing, and one that is larger than any room before; what calls return is nobody else's."""
    run = compile(lift(transitions, np.array([2, 0, 1])))
    labels = [np.arange(n) % max(1, n - 2) for n in (3, 3, 3, 40, 41, 41, 5, 5, 2, 3, 200, 200, 3)]
    for x in labels:
        first, again = run(x), run(x)
        _alike(first, transitions(x))
        first[0][...] = 7.0
        _alike(again, transitions(x))
    run = compile(lift(ones, np.array([2])))
    for n in (0, 0, 0, 3, 3, 0, 5000, 1, 1):
        _alike(run(np.array([n])), ones(np.array([n])))
    run = compile(lift(twice, np.array([2, 0, 1])))
    for _ in range(4):
        a, b = run(np.array([2, 0, 1]))
        _alike((a, b), twice(np.array([2, 0, 1])))
        assert not np.may_share_memory(a, b)


@needs_compiler
def test_small_squares_take_little_memory():
    run, x = compile(lift(transitions, np.array([2, 0, 1]))), np.array([2, 0, 1])
    run(x)
    tracemalloc.start()
    for _ in range(3):
        run(x)
    assert tracemalloc.get_traced_memory()[1] < 1 << 20
    tracemalloc.stop()
