"""Checks of data that are left out: said with their places, printed, and warned of."""
# ruff: noqa: SIM105

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import optimize

import precis
from precis.errors import UncheckedData, UnsupportedProgram
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.ir.text import parse, show
from precis.lift import lift

A = np.linspace(0.1, 0.9, 4)


def asserts(x):
    assert x[0] > 0.0, "positive"
    return x


def raises(x):
    if x[0] < 0.0:
        raise ValueError("negative")
    return x


def raises_otherwise(x):
    if x[0] > 0.0:
        x = 2.0 * x
    else:
        raise ValueError("negative")
    return x


def finds_nothing(x):
    for v in x:
        if v > 0.5:
            return v
    raise ValueError("none")


def never_left(x):
    for v in x:
        if v > 0.5:
            break
    else:
        raise ValueError("none")
    return v


def not_handled(x):
    try:
        y = 1.0 / float(x[0])
    except ValueError:
        y = 0.0
    return y


def inner(v):
    if v < 0.0:
        raise ValueError
    return v


def of_another_function(x):
    return inner(x[0]) * x


ROWS: list[tuple[Callable[..., Any], str, int]] = [
    (asserts, "`assert x[0] > 0.0`", 1), (raises, "`raise ValueError('negative')` if `x[0] < 0.0`", 2),
    (raises_otherwise, "`raise ValueError('negative')` unless `x[0] > 0.0`", 4), (finds_nothing, "`raise ValueError('none')` behind the loop", 4),
    (never_left, "`raise ValueError('none')` where the loop is not left", 5), (not_handled, "no ZeroDivisionError here", 2)]


@pytest.mark.parametrize("function, text, line", ROWS, ids=lambda r: getattr(r, "__name__", None))
def test_a_check_of_data_is_said(function: Callable[..., Any], text: str, line: int) -> None:
    with pytest.warns(UncheckedData) as caught:
        program = lift(function, A)
    (found,) = program.assumed
    assert found.text == text and found.span is not None and found.span.line == function.__code__.co_firstlineno + line
    assert str(found) in str(caught[0].message)
    shown = show(program)
    assert f"@unchecked({text!r}, '{found.span}" in shown
    read = parse(shown, program.constants, original=program.original)
    assert read == program and read.assumed == program.assumed


def test_a_check_of_another_function_has_its_place_there() -> None:
    with pytest.warns(UncheckedData):
        (found,) = lift(of_another_function, A).assumed
    assert found.span is not None and found.span.line == inner.__code__.co_firstlineno + 2


def decided(x):
    assert len(x) == 4
    assert x.ndim == 1
    return x


def handled(x):
    try:
        y = inner(x[0])
    except ValueError:
        y = 0.0
    return y


@pytest.mark.parametrize("function", [decided, handled])
def test_what_is_guarded_or_handled_is_not_said(function: Callable[..., Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", UncheckedData)
        assert lift(function, A).assumed == ()


def factorial(n):
    product = 1
    for k in range(n):
        product *= k + 1
    return product


def test_ints_that_may_leave_64_bits_are_said() -> None:
    (found,) = lift(factorial, 5).assumed
    assert (found.text, found.own) == ("ints stay below 2**63", False)


def key_of_a_dict(k):
    return {0: 1.0, 1: 2.0}[k[0]]


def key_taken_out(k):
    return {0: 1.0, 1: 2.0}.pop(k[0])


def number_taken_out(k):
    numbers = [k[0], k[1]]
    numbers.remove(7)
    return numbers


def power_of_an_int(k):
    n = int(k[0])
    return 2**n


def ints_beside_floats(k):
    pairs = [(n, 0.5 * n) for n in k]
    return pairs[k[0]][0]


def too_few_on_a_stack(k):
    stack = []
    if k[0] > 3:
        stack.append(stack.pop() + k[1])
    return stack


def taken_in_a_loop(k):
    stack, last = [], 0
    for i in range(len(k)):
        if k[i] > 3:
            while last < k[i]:
                last = stack.pop()
    return last


def missing_in_a_branch(k):
    return {0: 1.0}[9] if k[0] > 3 else 1.0


def largest_of_some(k):
    return k[k > 3].max(), np.argmin(np.unique(k[k > 2]))


def first_of_some(k):
    return np.nonzero(k > 3)[0][0]


def mask_of_nothing(k):
    return np.ma.masked_where(k > 9, k).mask


LOOKED_UP: list[tuple[Callable[..., Any], str]] = [
    (key_of_a_dict, "the key that is looked up is in the dictionary"), (key_taken_out, "the key is not in the dictionary"),
    (number_taken_out, "the number that is looked up is in the list"), (power_of_an_int, "exponents of ints are not negative"),
    (first_of_some, "an element stands at 0: the data decide how many there are"), (mask_of_nothing, "nothing is masked"),
    (too_few_on_a_stack, "this is not reached: pop from a list that is too short"),
    (taken_in_a_loop, "this is not reached: pop from a list that is too short"),
    (missing_in_a_branch, "this is not reached: the key 9 is not in the dictionary"),
    (ints_beside_floats, "ints in tuples with floats stay below 2**53")]


@pytest.mark.parametrize("function, text", LOOKED_UP, ids=lambda r: getattr(r, "__name__", None))
def test_what_python_raises_by_the_data_is_said(function: Callable[..., Any], text: str) -> None:
    (found,) = lift(function, np.array([1, 7])).assumed
    assert text in found.text and not found.own and found.span is not None


def test_extremes_of_what_may_be_empty_are_said() -> None:
    found = [a.text for a in lift(largest_of_some, np.array([1, 7])).assumed]
    assert found == [f"{op} is asked only where there is an element" for op in ("max", "argmin")]


def fits_as_asked(x, most):
    return optimize.least_squares(lambda p: p - x, x, max_nfev=int(most)).x


def test_options_that_depend_on_data_are_refused() -> None:
    with pytest.raises(UnsupportedProgram, match=r"max_nfev .* depends on the data"):
        lift(fits_as_asked, A, 1000.0)


def counts(k):
    return np.bincount(k, minlength=3)


def test_counts_of_a_given_length_leave_out_what_is_not_below_it():
    program = lift(counts, np.array([0, 2, 2]))
    assert [a.text for a in program.assumed] == ["np.bincount: all elements are below `minlength`"]
    for way in (precis.compile(program, quick=True), lambda k: interpret(program, *bind(program, (k,)))[0]):
        np.testing.assert_array_equal(way(np.array([1, 2, 9])), [0, 1, 1])


def reshaped_by_a_run(x, n):
    return x[:n[0]].reshape(-1, 3).sum(axis=1)


def test_numbers_of_elements_that_a_run_tells_are_said_to_agree() -> None:
    program = lift(reshaped_by_a_run, np.arange(9.0), np.array([6]))
    assert "as many elements as its new shape" in str(program.assumed[0])
