"""Loops whose elementary functions are computed ahead, in strips: the same bits as one by one."""

import numpy as np
import pytest

import precis
from precis.emit.cpu import program as printing
from precis.emit.cpu.distribute import ACROSS, _symbols, distributed
from precis.emit.engine import compile as compile_program
from precis.emit.plan import plan
from precis.emit.plan.kernels import Access, Instr, Loop, Nest
from precis.emit.plan.walking import walk
from precis.formats import FORMATS, Assignment
from precis.ir.size import Size
from tests.emit.oracle import needs_compiler

BINARY64 = Assignment.uniform(FORMATS["binary64"])
LENGTHS = (0, 1, 7, 63, 64, 65, 128, 150)


def leaky(signal, rate):
    """A filter that forgets by what the signal says."""
    level = 0.25
    for k in range(signal.shape[0]):
        level = level * np.exp(-rate * signal[k]) + np.tanh(signal[k])
    return level


def downwards(signal, out):
    """From the end, through names that are set in one statement and read in others; sums at run-time places."""
    last, weight = 1.0, 0.0
    for k in range(signal.shape[0] - 1, -1, -1):
        x = signal[k] + 2.5
        weight = np.log(x)
        if weight > last:
            last = 0.5 * (weight + last)
        out[k % 3] += weight * last
        last = last - 0.125 * weight
    return weight, last


def harmonics(signal, n):
    """A short loop inside, and the curve before beside the curve here."""
    before, length, order = 0.0, 0.0, 0.0
    for i in range(n):
        x = 0.01 * i
        order, curve = 1.0, x
        for k in range(4):
            order = 2.0 * order
            curve = curve + np.sin(order * x) / order
        length = length + abs(curve - before) * signal[0]
        before = curve
    return length, order


def handed_on(signal):
    """Nothing can be computed ahead."""
    x = 0.5
    for k in range(signal.shape[0]):
        x = np.cos(x + signal[k])
        signal[k] = x
    return x


def swapped(signal):
    """Two names change places: what one holds is from the iteration before."""
    old, new = 0.0, 0.5
    for k in range(signal.shape[0]):
        old, new = new, np.exp(-signal[k])
        new, old = new + 0.5 * old, new
    return old, new


def capped(signal, out):
    """A branch that is no choice of values may change what was known."""
    last = 0.5
    for k in range(signal.shape[0]):
        x = np.exp(signal[k])
        if x > last:
            out[k % 3] = x
            x = 0.5 * x + out[(k + 1) % 3]
        last = 0.5 * last + np.log(x + 1.0)
    return last


def deposited(signal, out):
    """Places that are computed from data, of one axis and of two: whole statements add to them element by element."""
    np.add.at(out, (np.arctan(signal) + 1.5).astype(np.int64), 1.0)
    table = np.zeros(7)
    np.add.at(table, np.arange(signal.shape[0] * 9).reshape(-1, 9) % 7, np.exp(-signal[:, None] * np.arange(9)))
    return table


def binned(signal, out):
    """Places that take long to compute, some of them outside, and meet in one place."""
    shares = signal / 3.0 - np.floor(signal / 3.0)
    np.add.at(out, (shares * 4).astype(np.int64) % 3, signal)
    return np.histogram(signal, bins=5, range=(-1.0, 1.5))[0], np.histogram(signal, bins=3, range=(-0.5, 0.5), weights=signal)[0]


def counted(signal, out):
    """Places that cost little: a strip would cost more."""
    np.add.at(out, (signal > 0.0).astype(np.int64), 1.0)
    return out


def along_rows(signal, out):
    """Running sums of rows, which stand beside each other."""
    return np.cumsum(np.exp(-signal[:, None] * np.arange(70)), axis=1)


def column(signal, state):
    """Each iteration changes its own elements, in one branch or the other, after it has read them."""
    flux = 0.0
    for k in range(signal.shape[0]):
        most = np.exp(-state[k]) + 0.5 * signal[k]
        if signal[k] > most:
            flux += signal[k] - most
            signal[k] = most
            state[k] += 0.125 * flux
        else:
            flux = 0.5 * flux
            signal[k] += flux
    return flux


def reaching(signal):
    """What is read is what the iteration before stored."""
    for k in range(signal.shape[0] - 1):
        signal[k + 1] = 0.25 * signal[k + 1] + np.exp(-signal[k] ** 2)
    return signal[0]


def afterwards(signal):
    """What is read has just been stored."""
    last = 0.0
    for k in range(signal.shape[0]):
        signal[k] = 0.5 * last + signal[k]
        last = 0.25 * np.cos(signal[k])
    return last


def over_again(signal):
    """All iterations store the same element."""
    for k in range(signal.shape[0]):
        signal[0] = signal[0] + np.exp(-signal[0]) * 0.01
    return signal[0]


def in_turn(signal):
    """Arrays change places: one name is of another array in every other iteration."""
    here, there, last = signal.copy(), 2.0 * signal, 0.0
    for k in range(signal.shape[0]):
        last = 0.5 * last + np.exp(-here[k])
        here[k] += last
        here, there = there, here
    return last


def around(signal, cells):
    """Places that are remainders: a division of whole numbers takes as long as twelve additions."""
    np.add.at(cells, np.floor(signal).astype(np.int64) % len(cells), 1.0 - signal)
    return cells[0]


def cases(length):
    x = np.random.default_rng(length).normal(size=length)
    yield leaky, (x, 0.75)
    if length:  # what only the loop assigns has to be assigned
        yield downwards, (np.abs(x), np.zeros(3))
        yield harmonics, (np.ones(1), length)
        yield swapped, (x,)
        yield capped, (x, np.zeros(3))
        yield deposited, (x, np.zeros(4))
        yield binned, (x, np.zeros(3))
        yield around, (x, np.zeros(3))
        yield counted, (x, np.zeros(2))
        yield along_rows, (x, np.zeros(1))
        yield column, (x, x[::-1].copy())
        yield from ((f, (x,)) for f in (over_again, reaching, afterwards, in_turn))
    yield handed_on, (x,)


def _lifted(function):
    arguments = next(a for f, a in cases(9) if f is function)
    return precis.lift(function, *(np.copy(a) if isinstance(a, np.ndarray) else a for a in arguments))


def _strips(function):
    made = distributed(plan(_lifted(function), BINARY64))
    return [s for s in walk(made.statements) if isinstance(s, Nest) and any(a.symbol == ACROSS for a in s.axes)
            and any(i.op == "store" and i.access and i.access.buffer.startswith("strip") for i in s.body)]


@pytest.mark.parametrize(("function", "functions"), [(leaky, {"exp", "tanh"}), (downwards, {"log"}), (harmonics, {"sin"}), (swapped, {"exp"}),
                                                        (column, {"exp"})])
def test_functions_are_computed_ahead(function, functions):
    (nest,) = _strips(function)
    assert functions <= {i.op for i in nest.body}
    loops = [s for s in walk(distributed(plan(_lifted(function), BINARY64)).statements) if isinstance(s, Loop)]
    assert len(loops) == 2
    left = {i.op for s in walk(loops[1].body) if isinstance(s, Nest) for i in s.body}
    assert not functions & left


def test_so_they_are_where_whole_statements_add_to_computed_places():
    first, second = _strips(deposited)
    assert "arctan" in {i.op for i in first.body} and "exp" in {i.op for i in second.body}


def test_so_they_are_along_rows_that_run_in_order():
    (nest,) = _strips(along_rows)
    assert "exp" in {i.op for i in nest.body}


def test_so_are_places_that_take_long_to_compute():
    (nest,) = _strips(binned)
    assert {"div", "floor"} <= {i.op for i in nest.body}
    (nest,) = _strips(around)
    assert {"mod", "floor"} <= {i.op for i in nest.body}


@pytest.mark.parametrize("function", [handed_on, counted, reaching, afterwards, over_again, in_turn])
def test_what_iterations_hand_on_stays(function):
    made = plan(_lifted(function), BINARY64)
    assert distributed(made) is made


def _outcomes(length):
    for function, arguments in cases(length):
        mine = [np.copy(a) if isinstance(a, np.ndarray) else a for a in arguments]
        returned = compile_program(_lifted(function), BINARY64)(*mine)
        yield function.__name__, [*(returned if isinstance(returned, tuple) else np.atleast_1d(returned)), *(a for a in mine if isinstance(a, np.ndarray))]


@needs_compiler
@pytest.mark.parametrize("length", LENGTHS)
def test_the_same_bits(length, monkeypatch):
    found = dict(_outcomes(length))
    monkeypatch.setattr(printing, "distributed", lambda made: made)
    for name, expected in _outcomes(length):
        for a, b in zip(found[name], expected, strict=True):
            np.testing.assert_array_equal(a, b, err_msg=name)


@needs_compiler
def test_they_are_what_the_functions_return():
    for function, arguments in cases(100):
        mine, theirs = ([np.copy(a) if isinstance(a, np.ndarray) else a for a in arguments] for _ in range(2))
        returned = compile_program(_lifted(function), BINARY64)(*mine), function(*theirs)
        for a, b in zip(*(r if isinstance(r, tuple) else np.atleast_1d(r) for r in returned), strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-13)
        for a, b in zip(mine, theirs):
            np.testing.assert_allclose(a, b, rtol=1e-13)


def test_strips_have_one_order_in_all_processes():
    """Symbols of places are sets of texts, which each process hashes otherwise."""
    names = [f"%{k}" for k in range(10)]
    place = Access("x", (sum(map(Size.of, names[:5]), Size()), sum(map(Size.of, names[5:]), Size())), ())
    assert _symbols(Instr("y", "load", (), "int64", place)) == names
