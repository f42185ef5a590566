"""Arrays that shrink in loops: what lies behind their length is not filled anew, and nobody reads it."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.emit.engine import compile
from precis.emit.plan.padding import UNREAD
from precis.emit.plan.prepare import prepare
from precis.ir.interpret import interpret
from precis.ir.text import parse, show
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def survivors(x, rounds):
    """Positions and values of what stays above a rising level."""
    where = np.arange(x.shape[0])
    for k in range(rounds):
        x = x * 1.5 - 1.0
        stays = x > 0.01 * k
        where = where[stays]
        x = x[stays]
    return where, x


def emptied(x):
    """Until nothing is left; the number of rounds of each is written to its place."""
    left = np.zeros(x.shape[0], dtype=np.int64)
    where = np.arange(x.shape[0])
    rounds = 0
    while where.shape[0] > 0:
        x = 0.5 * x
        left[where[x < 0.1]] = rounds
        where = where[x >= 0.1]
        x = x[x >= 0.1]
        rounds += 1
    return left


def joined(x, rounds):
    """One branch leaves the array as it is: marks are for what is surely handed on by an update."""
    for k in range(rounds):
        if k % 2:
            x = x[x > 0.1 * k]
        x = x + 0.01
    return x[0], x.shape[0]


def tree(x):
    """Means of neighbours down to one: the index of the loop tells the length."""
    for t in range(x.shape[0] - 2, -1, -1):
        x = 0.5 * (x[:-1] + x[1:]) + t
    return x[0]


def differences(x):
    """The same with an index that ascends, and what is left is returned."""
    for k in range(1, x.shape[0] // 2 + 1):
        x = (x[1:] - x[:-1]) / k
    return x


def left_early(x, rounds):
    """Branches hand on what is left, or all of it: three arrays, of which one has rows."""
    where, rows = np.arange(x.shape[0]), np.stack([x, -x], axis=1)
    for k in range(rounds):
        x = x * 1.5 - 1.0
        stays = x > 0.01 * k
        if not stays.any():
            break
        where, x, rows = where[stays], x[stays], rows[stays] + k
    return where, x, rows


def grown(x):
    """Begins with one element, of a room for as many as there may be; behind no iterations that one is all."""
    t = x[:1] * 2.0
    for k in range(1, x.shape[0]):
        t = np.concatenate((t[t > x[k]], np.array([x[k], x[k] + 3.0])))
    return t


def stored(x, places, w):
    """Of equal places the last one stays; its reverse finds it in a table, of which it reads what it wrote."""
    for k in range(w.shape[0]):
        x[places] = x[:places.shape[0]] * w[k]


def marks(program):
    return sum(UNREAD in n.attrs for n in prepare(program).body.walk())


@pytest.mark.parametrize(("fn", "rest", "count"), [
    (survivors, (6,), 2), (emptied, (), 2), (grown, (), 2), (joined, (5,), None), (tree, (), 1), (differences, (), 1), (left_early, (6,), 4)])
def test_arrays_shrink_as_in_numpy(fn, rest, count):
    rng = np.random.default_rng(5)
    program = lift(fn, rng.uniform(size=9) * 4, *rest)
    if count is not None:
        assert marks(program) == count
    compiled = compile(program)
    for n in (1, 9, 1000):
        x = rng.uniform(size=n) * 4
        expected, found = fn(x.copy(), *rest), compiled(x.copy(), *rest)
        for e, f in zip(expected if isinstance(expected, tuple) else (expected,), found if isinstance(found, tuple) else (found,), strict=True):
            np.testing.assert_array_equal(f, e)


@pytest.mark.parametrize(("old", "new", "count"), [
    ("_8 = where[:n];", "_8 = where[:N];", 1),
    ("_29 = where[:n_3];", "_50 = where[:N]; 'test_padding.py:18:5'\n    _29 = _50[:n_3];", 1),
    ("_25 = index(n_2);", "_25 = index(n);", 0),
    ("return _25, update(broadcast(0.0, shape=(N,)), x[_16], at=s_[:n_2]), update(broadcast(0, shape=(N,)), _8[_16],",
     "_40 = update(broadcast(0.0, shape=(N,)), x[_16], at=s_[:n_2]); 'test_padding.py:18:5'\n"
     "        return _25, _40, update(broadcast(0, shape=(N,)), _8[_16] + convert(sum(_40, axes=(0,)), kind='int64'),", 1)])
def test_what_is_read_further_is_filled(old, new, count):
    """The same program, where an iteration or what follows the loop reads more than was handed on."""
    text = show(lift(survivors, np.linspace(0.0, 4.0, 9), 6))
    assert old in text
    assert marks(parse(text.replace(old, new))) == count


@pytest.mark.parametrize(("old", "new", "count"), [
    ("_8 = t_2[:n];", "_40 = t_2[:n + 1]; 'a.py:1:1'\n        _8 = _40[:n];", 0),
    ("carry=(1, update", "carry=(2, update", 1),
    ("t, at=s_[:1])", "x[1:N], at=s_[1:N])", 1)])
def test_what_loops_begin_with_is_filled_where_it_is_read(old, new, count):
    """Where iterations read more than they were given, or the first one does."""
    text = show(lift(grown, np.linspace(0.0, 4.0, 9)))
    assert old in text
    assert marks(parse(text.replace(old, new))) == count


def test_what_a_loop_begins_with_is_filled_where_others_read_it():
    text = show(lift(grown, np.linspace(0.0, 4.0, 9)))
    first, level = "update(broadcast(0.0, shape=(2*N - 1,)), t, at=s_[:1])", "_41 = sum(_40, axes=(0,)); 'a.py:1:1'\n    "
    assert f"carry=(1, {first})" in text
    text = text.replace(f"carry=(1, {first})", "carry=(1, _40)").replace("_10 = _8 > x[k]", "_10 = _8 > _41")
    read = text.replace("def step(", f"_40 = {first}; 'a.py:1:1'\n    {level}def step(")
    assert (marks(parse(read)), marks(parse(read.replace("sum(_40, axes=(0,))", "sum(x, axes=(0,))")))) == (1, 2)


@pytest.mark.parametrize(("old", "new"), [
    ("_0 = x[:t + 2];", "_20 = x[:t + 3]; 'test_padding.py:52:5'\n        _0 = _20[:t + 2];"),
    ("_12 = x[:1];", "_20 = x[:2]; 'test_padding.py:52:5'\n    _12 = _20[:1];")])
def test_what_is_read_further_by_its_index_is_filled(old, new):
    text = show(lift(tree, np.linspace(0.0, 4.0, 9)))
    assert old in text
    assert (marks(parse(text)), marks(parse(text.replace(old, new)))) == (1, 0)


def test_tables_of_places_are_not_filled():
    rng = np.random.default_rng(6)
    x, places, w, g = rng.uniform(size=50), rng.integers(-9, 9, 12), rng.uniform(size=3), rng.uniform(size=50)
    made = adjoint(lift(stored, x.copy(), places, w))
    assert marks(made) == 1
    for found, expected in zip(compile(made)(x, places, w, g), interpret(made, [x, places, w, g]), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-14)
    line = "_37 = _16[k_33]"
    elsewhere = ("_50 = update(broadcast(0, shape=(N,)), _26, at=s_[_23]); 'a.py:1:1'\n        _51 = _50[_23] == _50[:M]; 'a.py:1:1'\n"
                 "        _52 = select(_51, _16[k_33], 0.0); 'a.py:1:1'\n        _37 = 1.0 * _52")
    assert line in show(made)
    assert marks(parse(show(made).replace(line, elsewhere))) == 1
