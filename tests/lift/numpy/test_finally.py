"""`finally` of a `try` that is left early: it is done before what leaves, once, and what is returned is computed before."""
# ruff: noqa: B012, SIM107

from __future__ import annotations

import numpy as np
import pytest

import precis
from precis.errors import UnsupportedProgram
from precis.lift import lift
from tests.emit.oracle import needs_compiler
from tests.lift.numpy.case import run, same


def returned_from_a_loop(x, t):
    log = []
    def find():
        try:
            for i, v in enumerate(x):
                if v > t:
                    return i
            return -1
        finally:
            log.append(float(len(x)))
    k = find()
    return k, log


def left_and_gone_on(x, t):
    n = 0
    s = 0.0
    for v in x:
        try:
            if v > t:
                break
            if v < 0:
                continue
            s += v
        finally:
            n += 1
    return s, n


def behind_a_handler(x, t):
    n = 0
    def f():
        nonlocal n
        try:
            if x[0] > t:
                raise ValueError("no")
            return 2.0
        except ValueError:
            return -1.0
        finally:
            n += 1
    return f(), n


def one_in_another(x, t):
    order = []
    def f():
        try:
            try:
                if x[0] > t:
                    return 1
                order.append(0)
            finally:
                order.append(1)
            return 2
        finally:
            order.append(2)
    return f(), order


def in_loops_inside(x, t):
    total = 0
    for v in x:
        k = 0
        while True:
            try:
                if k > 5:
                    break
                k += 1
                if v > t:
                    continue
                k += 1
            finally:
                total += k
        else:
            total += 1000
    return total


def result_before_change(x, t):
    n = 0
    def f():
        nonlocal n
        try:
            return x[0] + n
        finally:
            n = 5
    return f(), f(), n


GIVEN = [(np.array([1.0, 2.0, -1.0]), 1.5), (np.array([1.0, 2.0, -1.0]), 5.0), (np.array([3.0, -3.0]), 2.0), (np.array([0.0, -3.0]), -1.0)]


@needs_compiler
@pytest.mark.parametrize("program", [returned_from_a_loop, left_and_gone_on, behind_a_handler, one_in_another, in_loops_inside, result_before_change], ids=lambda f: f.__name__)
def test_is_done_before_what_leaves(program):
    lifted = lift(program, *GIVEN[0])
    compiled = precis.compile(lifted)
    for args in GIVEN:
        same(run(lifted, args), program(*args), None, "interpreted")
        same(compiled(*args), program(*args), None, "compiled")


def returns_itself(x, t):
    def f():
        try:
            return 1
        finally:
            return 2
    return f()


def caught_outside(x, t):
    n = 0
    def g():
        if x[0] > t:
            raise ValueError("no")
        return 3.0
    def f():
        nonlocal n
        try:
            return g()
        finally:
            n += 1
    try:
        y = f()
    except ValueError:
        y = 0.0
    return y, n


def caught_outside_behind(x, t):
    n = 0
    def g():
        if x[0] > t:
            raise ValueError("no")
        return 3.0
    def f():
        nonlocal n
        try:
            y = g()
        finally:
            n += 1
        return y
    try:
        y = f()
    except ValueError:
        y = 0.0
    return y, n


def not_caught_inside(x, t):
    n = 0
    def inner():
        nonlocal n
        try:
            try:
                if x[0] > t:
                    raise ValueError
                return 1.0
            except KeyError:
                return 2.0
        finally:
            n += 1
    try:
        y = inner()
    except ValueError:
        y = 3.0
    return y, n


@pytest.mark.parametrize("program, why", [(returns_itself, "is left early"), (caught_outside, "waits for its exceptions"),
                                          (caught_outside_behind, "waits for its exceptions"), (not_caught_inside, "waits for its exceptions")])
def test_what_would_be_left_out_is_refused(program, why):
    with pytest.raises(UnsupportedProgram, match=why):
        lift(program, *GIVEN[0])
