"""Names that functions assign in functions around them (`nonlocal`), and those that comprehensions assign (`:=`)."""
# pyright: reportReturnType=false

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from precis.errors import UnsupportedProgram
from precis.lift import lift
from tests.lift.numpy.case import Case, check

A, B = np.linspace(0.2, 1.9, 5), np.linspace(-1.0, 2.0, 3)


def two_functions_out(x):
    """The name belongs to the function around the one around."""
    total, calls = 0.0, []

    def scaled(factor):
        count = 0

        def add(v):
            nonlocal total, count
            total += factor * v
            count += 1
            calls.append(count)
            return v
        return add

    twice, thrice = scaled(2.0), scaled(3.0)
    seen = [twice(v) for v in x] + [thrice(x[0])]
    return total, seen, calls


def assigned_further_in_first(x):
    """`best` of `search` is not that of the program, though it has no value yet when `note` gives it one."""
    best = -1.0

    def search():
        def note(v):
            nonlocal best
            best = v
        note(x[0])
        best += 1.0  # noqa: F823
        return best
    return search(), best


def past_a_class(x):
    t = 5.0

    class Setter:
        t = 1.0

        def set(self, v):
            nonlocal t
            t = v
    Setter().set(x[-1])
    return t, Setter.t


def in_comprehensions(x):
    last, running, number = 0.0, 0.0, 0
    large = [v for v in x if (last := 2.0 * v) > 1.0]
    sums = [running := running + v for v in x]
    weighted = sum((number := number + 1) * v for v in x)
    return large, last, sums, running, weighted, number


def in_comprehensions_of_functions(x):
    top = 0.0

    def raised():
        nonlocal top
        return [[top := max(top, v) for v in x] for _ in range(2)]
    return raised(), top


def past_a_function(x):
    """`B` in `scaled` is the module's."""
    B = 7.0

    def scaled():
        global B
        return x[0] * B[2], [B[0] for _ in range(2)]
    return scaled(), B


PROGRAMS = (past_a_function, two_functions_out, assigned_further_in_first, past_a_class, in_comprehensions, in_comprehensions_of_functions)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_names_are_assigned_where_python_assigns_them(program: Any) -> None:
    check(Case(program, (A,), [(B,)]))


def counting() -> Any:
    calls = 0

    def scale(x):
        nonlocal calls
        calls += 1
        return x * calls
    return scale


def reading() -> Any:
    factor = 3.0

    def scale(x):
        nonlocal factor
        return x * factor
    return scale


def test_names_of_functions_that_have_returned_are_only_read() -> None:
    check(Case(reading(), (A,)))
    with pytest.raises(UnsupportedProgram, match="changes calls, a variable of a function around it that has returned"):
        lift(counting(), A)


def test_names_that_a_search_assigns_until_it_stops_are_refused() -> None:
    def first_large(x):
        hit = 0.0
        found = any((hit := v) > 0.5 for v in x)
        return found, hit
    with pytest.raises(UnsupportedProgram, match="any stops early"):
        lift(first_large, A)
