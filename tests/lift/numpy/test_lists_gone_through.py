"""Loops over lists whose items change meanwhile see the change, as Python's do; where a list becomes longer or shorter, they are refused."""

import enum

import pytest

import precis
from precis.errors import UnsupportedProgram
from tests.lift.numpy.case import run


def halved(xs):
    for i, x in enumerate(xs):
        xs[i] = x * 0.5 + 1.0
    return xs


def carried_on(xs):
    for i, x in enumerate(xs):
        if i + 1 < len(xs):
            xs[i + 1] += x
    return xs[-1]


def last_changes(xs):
    i = 0
    for x in xs:
        xs[i] = -x
        xs[-1] = x + 1
        i += 1  # noqa: SIM113
    return xs[0]


def first_grows(xs):
    for a, b in zip(xs, xs[1:]):  # noqa: RUF007
        xs[0] += a * b
    return xs


def backwards(xs):
    for x in reversed(xs):
        xs[0] += x
    return xs


def turned(xs):
    for x in xs:
        xs.append(x)
        xs.pop(0)
    return xs


def in_one_another(xs):
    for x in xs:
        for y in xs:
            xs[0] += 0.1 * x * y
    return xs


def of_its_own(xs):
    ys = [x * 2 for x in xs]
    for i, y in enumerate(ys):
        ys[-1] += y * i
    return ys


def behind(pairs):
    for k, (a, b) in enumerate(pairs):
        pairs[-1] = (a + k, b)
    return pairs


def longer(xs):
    for x in xs:
        if x > 4:
            xs.append(x - 3)
    return len(xs)


def shorter(xs):
    for x in xs:
        xs.pop()
    return xs


def backwards_over_known(x):
    xs = [1.0, x, 3.0]
    for v in reversed(xs):
        xs[0] += v
    return xs


def behind_known(x):
    xs = [1.0, x, 3.0]
    for v in reversed(xs):
        xs[2] += v
    return xs


@pytest.mark.parametrize("function", [halved, carried_on, last_changes, first_grows, backwards, turned, in_one_another, of_its_own, behind])
def test_later_items_are_those_that_stand_there_then(function):
    def items(n):
        return [(float(k), k * 0.5) if function is behind else (k * 7 % 5) + 0.5 for k in range(n)]
    program = precis.lift(function, items(5))
    native = precis.compile(program)
    for n in (5, 2, 11):
        theirs, ours, compiled = items(n), items(n), items(n)
        assert function(theirs) == run(program, (ours,)) == native(compiled)
        assert theirs == ours == compiled


@pytest.mark.parametrize("function", [longer, shorter])
def test_loops_see_that_given_lists_become_longer_or_shorter(function):
    program = precis.lift(function, [float(k) for k in range(80)])
    for n in (80, 7, 0):
        theirs, ours = ([float(k) for k in range(n)] for _ in range(2))
        assert function(theirs) == run(program, (ours,))
        assert theirs == ours


def test_items_that_were_taken_may_change():
    assert run(precis.lift(behind_known, 2.0), (2.0,)) == behind_known(2.0)
    with pytest.raises(UnsupportedProgram, match="changes while it runs"):
        precis.lift(backwards_over_known, 2.0)


def repeated_in_place(x):
    xs, ys = [x, 2.0], []
    same, others = xs, ys
    same *= 2
    for k in range(3):
        others += [x * k]
    others *= 2
    others += range(2)
    t = (x,)
    u = t
    u *= 2
    none = xs[:1]
    also = none
    also *= 0
    return xs, ys, t, u, none


def repeated_under_a_name(near, k):
    row = near[k]
    row *= 2
    row += [1.0]
    return len(row)


def test_lists_are_repeated_in_place():
    assert run(precis.lift(repeated_in_place, 2.0), (3.0,)) == repeated_in_place(3.0)
    theirs, ours = ([[1.0, 2.0], [3.0], [4.0, 5.0, 6.0]] for _ in range(2))
    assert run(precis.lift(repeated_under_a_name, theirs, 1), (ours, 1)) == repeated_under_a_name(theirs, 1)
    assert theirs == ours


class Phase(enum.Enum):
    SOLID, LIQUID = range(2)


def test_members_of_an_enum_hold_no_lists():
    assert run(precis.lift(lambda p, x: x if p is Phase.SOLID else -x, Phase.SOLID, 2.0), (Phase.SOLID, 2.0)) == 2.0
