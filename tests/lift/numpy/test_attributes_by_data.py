"""Objects of which the data tell the attributes: Python itself is the oracle."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

from precis.ad import adjoint
from precis.emit.engine import compile
from precis.errors import UnsupportedProgram
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.lift.numpy.case import Case, check, run

pytestmark = pytest.mark.filterwarnings("ignore::precis.errors.UncheckedData")


class KMeans:
    def __init__(self, k, most=20, tol=1e-6):
        self.k, self.most, self.tol = k, most, tol

    def fit(self, x):
        self.centers_ = x[:self.k].copy()
        for trip in range(self.most):
            apart = ((x[:, None, :] - self.centers_[None]) ** 2).sum(-1)
            self.labels_ = apart.argmin(1)
            new = np.array([x[self.labels_ == j].mean(axis=0) if np.any(self.labels_ == j) else self.centers_[j] for j in range(self.k)])
            shift = np.linalg.norm(new - self.centers_)
            self.centers_ = new
            if shift < self.tol:
                self.converged_ = True
                self.n_iter_ = trip + 1
                break
        else:
            self.converged_ = False
            self.n_iter_ = self.most
        return self


class Meter:
    level = 0.0

    def __init__(self):
        self.count = 0

    def note(self, v, t):
        if v > t:
            self.last = v
            self.count += 1

    def cached(self, x):
        if not hasattr(self, "_sum"):
            self._sum = x.sum()
            self.count += 10
        return self._sum


def clusters(x, most):
    return vars(KMeans(2, most).fit(x))


def noted_in_a_loop(x, t):
    m = Meter()
    for v in x:
        m.note(v, t)
    return m.count, hasattr(m, "last"), getattr(m, "last", None), m


def under_two_names(x, t):
    m = Meter()
    other = m
    if x[0] < t:
        other.arr, other.level = x, 3.0
    if hasattr(m, "arr"):
        m.arr[0] = 9.0
        x[1] = m.arr[0]
    return m.level, Meter.level, other is m, m


def computed_once(x, t):
    m = Meter()
    if x.sum() > t:
        m.cached(x)
    x = 2.0 * x
    return m.cached(x), m.count


def deleted_and_handled(x, t):
    m = Meter()
    m.q = x[0]
    if x.sum() > t:
        del m.q
    try:
        found = m.q
    except AttributeError:
        found = -5.0
    return found, hasattr(m, "q"), getattr(m, "q", 3.0)


def one_of_two(x, t):
    a, b = Meter(), Meter()
    c = a if x[0] > t else b
    c.q = x[0]
    return hasattr(a, "q"), hasattr(b, "q"), c.q, c is a, copy.copy(a)


def without_a_key(m, x):
    del m.tmp
    return x * 2.0


X = np.array([0.1, 0.7, 0.3])
POINTS = np.random.default_rng(3).normal(size=(12, 2))
PROGRAMS = (noted_in_a_loop, under_two_names, computed_once, deleted_and_handled, one_of_two)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_objects_have_what_they_have_in_python(program: Any) -> None:
    lifted = check(Case(program, (X, 0.5), [(X, 2.0), (X, 0.05)]))
    for t in (0.5, 2.0, 0.05):
        found, wanted = run(lifted, (X.copy(), t)), program(X.copy(), t)
        assert [type(x) is bool for x in found] == [type(x) is bool for x in wanted]


def test_fitted_attributes_of_one_branch_come_back() -> None:
    def fitted(x, most):
        return KMeans(2, most).fit(x)
    program = check(Case(fitted, (POINTS, 20), [(POINTS[:7], 20)]))
    found = compile(program, quick=True)(POINTS, 20)
    assert vars(found).keys() == vars(fitted(POINTS, 20)).keys() and found.converged_ is True
    assert run(lift(fitted, POINTS, 1), (POINTS, 1)).converged_ is False


def test_what_is_an_attribute_now_and_then_has_a_derivative() -> None:
    def ways(x, t):
        m = Meter()
        if x.sum() > t:
            m.q = (x * x).sum()
        else:
            m.r = 3.0 * x[0]
        return m.q if hasattr(m, "q") else m.r
    program = lift(ways, X, 0.5)
    for t, wanted in ((0.5, 2.0 * X), (2.0, np.array([3.0, 0.0, 0.0]))):
        np.testing.assert_allclose(interpret(adjoint(program), [X, np.float64(t), np.float64(1.0)], {"N": 3})[0], wanted)


def test_an_object_of_the_caller_loses_an_attribute() -> None:
    m = Meter()
    m.tmp = 3.0
    run(lift(without_a_key, copy.copy(m), X), (m, X))
    assert vars(m) == {"count": 0}


def gone_through(x, t):
    m = Meter()
    if x[0] > t:
        m.q = x[0]
    return vars(m)


def of_the_caller(m, x, t):
    if x[0] > t:
        m.q = x[0]


@pytest.mark.parametrize("program, args", [(gone_through, (X, 0.5)), (of_the_caller, (Meter(), X, 0.5))])
def test_refused(program: Any, args: Any) -> None:
    with pytest.raises(UnsupportedProgram, match=r"whether this object has the attribute \.q depends on the data") as info:
        lift(program, *args)
    assert info.value.hints and info.value.span
