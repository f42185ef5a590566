"""A `try` around a search for a root, whose handler says what stands for one that is not there. SciPy is the oracle."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
import pytest
from scipy.optimize import bisect, brenth, brentq, curve_fit, newton, ridder

from precis.errors import UnsupportedProgram
from precis.lift import lift
from tests.lift.numpy.case import run, same

ARGUMENTS = [(2.0, 9.0), (2.0, 1.5), (2.0, 0.5), (2.0, 2.0), (2.0, 18.0), (2.0, float("nan"))]


def bracketed(s, target):
    found = []
    for search in (brentq, bisect, brenth, ridder):
        try:
            found.append(search(lambda v: v * v * s - target, 1.0, 3.0))
        except ValueError:
            found.append(-1.0)
    return found


def told(s, target):
    def g(v):
        return v * v * s - target
    try:
        root, there = brentq(g, 1.0, 3.0), True
    except (ValueError, RuntimeError) as problem:
        print(problem)
        root, there = 0.0, False
    return root, there


def ended(s, target):
    try:
        secant = newton(lambda v: v * v * s + target, 1.0)
    except RuntimeError:
        secant = -7.0
    try:
        return secant, newton(lambda v: v * v * s - target, 1.0, fprime=lambda v: 2 * s * v, maxiter=4)
    except RuntimeError:
        return secant, -7.0


def failing(s, target):
    table = [lambda v: math.log(v - target) * s + math.sqrt(v)]
    try:
        return table[0](4.0) + 1.0
    except ValueError:
        return -1.0


@pytest.mark.parametrize("program", (bracketed, told, ended, failing), ids=lambda f: f.__name__)
def test_handlers_run_where_they_do_in_python(program: Any) -> None:
    lifted = lift(program, *ARGUMENTS[0])
    for args in ARGUMENTS[:-1]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            same(run(lifted, args), program(*args), 1e-9, program.__name__)


def test_values_that_are_none_are_no_bracket() -> None:
    assert run(lift(told, *ARGUMENTS[0]), ARGUMENTS[-1]) == told(*ARGUMENTS[-1]) == (0.0, False)


def raising_in_the_middle(s, target):
    try:
        return brentq(lambda v: math.log(v) * s - target, 1.0, 9.0)
    except ValueError:
        return -1.0


def test_what_raises_in_the_middle_is_refused() -> None:
    with pytest.raises(UnsupportedProgram, match="in the middle of this may raise") as problem:
        lift(raising_in_the_middle, 2.0, 1.5)
    assert "outside of `try`" in problem.value.hints[0]


def test_that_a_fit_is_found_is_said_to_be_unchecked() -> None:
    def fitted(x: Any, y: Any) -> Any:
        try:
            found, _ = curve_fit(lambda t, a, b: a * np.exp(-b * t), x, y, p0=[1.0, 1.0])
        except RuntimeError:
            found = np.full(2, np.nan)
        return found
    x = np.linspace(0.0, 2.0, 9)
    program = lift(fitted, x, 2.0 * np.exp(-1.3 * x))
    assert any("curve_fit finds parameters" in str(a) for a in program.assumed)
    same(run(program, (x, 3.0 * np.exp(-x))), np.array([3.0, 1.0]), 1e-8, "result")
