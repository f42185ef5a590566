"""Mending: places are widened that the attribution says made enough of the error, and no others."""

import numpy as np

from precis.bitwidth.cost import work_of
from precis.bitwidth.devices import device_named
from precis.bitwidth.measure import Measurement
from precis.bitwidth.mend import halves, mended
from precis.bitwidth.sensitivity import sensitivity
from precis.bitwidth.task import task_of
from precis.formats import FORMATS, Assignment
from precis.lift import lift
from precis.tune import tune


def parts(x):
    y = np.exp(x)
    z = np.sqrt(y + x)
    return np.sum(z * y)


X = np.random.default_rng(1).random(50)
PROGRAM = lift(parts, X)
NARROW = Assignment.uniform("binary32")
S = sensitivity(PROGRAM, (X,))
TASK = task_of(PROGRAM, S, 1e-6, ("binary32", "binary64"), device_named("cpu"), {}, {}, work=work_of(PROGRAM))
Y, Z = ("storage", "y"), ("storage", "z")


def wide(a):
    return {c for c in ("x", "y", "z") if a.storage_of(c) == FORMATS["binary64"]}


def price(a):
    """y is dearer than z."""
    return sum(k * a.storage_of(c).bits for k, c in enumerate("xzy", 1)) + sum(f.bits for f in a.compute.values())


def measured(shares):
    total = abs(sum(shares.values()))
    return Measurement(total, {"result 0": total}, "binary64", total, explained=1.0, shares=shares)


def test_the_place_that_made_the_error_is_widened():
    found = mended(NARROW, measured({Y: 9e-7, Z: 3e-7}), TASK, 1e-6, price)
    assert found is not None and wide(found) == {"z"}  # the smaller share is enough
    found = mended(NARROW, measured({Y: 1.5e-6, Z: 3e-7}), TASK, 1e-6, price)
    assert found is not None and wide(found) == {"y"}


def test_nothing_is_built_on_errors_that_cancel():
    found = mended(NARROW, measured({Y: 5e-6, Z: -3.9e-6}), TASK, 1e-6, price)
    assert found is not None and wide(found) == {"y", "z"}


def test_there_is_nothing_to_mend_without_an_attribution():
    assert mended(NARROW, Measurement(2e-6, {"result 0": 2e-6}, "binary64", 2e-6), TASK, 1e-6, price) is None


def test_halves_are_disjoint_and_together_everything():
    first, second = (wide(a) for a in halves(NARROW, TASK, price))
    assert not first & second and first | second == {"x", "y", "z"}
    assert halves(Assignment.uniform("binary64"), TASK, price) == []


def bisected(a, low, high):
    """Cube roots by bisection: rounding acts through a comparison, of which no derivative says anything."""
    for _ in range(60):
        middle = 0.5 * (low + high)
        scaled = middle * 3.0
        cube = scaled * scaled * scaled / 27.0
        above = cube > a
        high = np.where(above, middle, high)
        low = np.where(above, low, middle)
    return low


def test_what_errs_through_comparisons_is_halved():
    a = np.random.default_rng(2).uniform(1.0, 8.0, 40)
    args = a, np.zeros(40), np.full(40, 4.0)
    found = tune(bisected, *args, rtol=1e-9, formats=("binary32", "binary64"), timed=False, findings=False)
    assert found.holds and len(found.tried) <= 5
