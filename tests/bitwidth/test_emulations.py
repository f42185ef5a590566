"""Runs whose formats are read at run time are those of programs emulated under each assignment."""

import math

import numpy as np
import pytest

from precis.bitwidth.emulations import WIDE, Emulations, places
from precis.bitwidth.measure import compare
from precis.bitwidth.outputs import ask
from precis.formats import FORMATS, Assignment, open_format, scaled
from precis.ir.call import bind
from precis.lift import lift


def decay(u, rates, steps):
    for _ in range(steps):
        u[1:] = u[1:] - 0.1 * rates[1:] * (u[1:] - u[:-1]) / 3.0
    total = np.sum(u * rates)
    product = u @ rates[::-1]
    return np.sqrt(total), product, np.cumsum(np.exp(-u))


def arguments():
    rng = np.random.default_rng(3)
    return rng.uniform(0.5, 200.0, 37), rng.uniform(1e-4, 2.0, 37), 5


def emulated(native: bool) -> Emulations:
    program = lift(decay, *arguments())
    arrays, binding = bind(program, arguments(), {})
    return Emulations(ask(program), arrays, binding, 10**9 if native else 1)


def assignments(runs: Emulations):
    wide = Assignment.uniform("binary64")
    yield from map(Assignment.uniform, ("binary64", "binary32", "bfloat16", "binary16", "e5m2", "e4m3"))
    yield Assignment.uniform(scaled(FORMATS["binary16"], -4))
    for kind, name in places(runs.question.program):
        if kind != "accumulate":
            yield wide.with_storage({name: "bfloat16"}) if kind == "storage" else wide.with_compute({name: "binary16"})
        else:
            yield wide.with_compute({name: "bfloat16"}).with_accumulate({name: "binary32"})


@pytest.mark.parametrize("native", [False, True])
def test_tables_of_formats_give_what_assignments_give(native):
    runs = emulated(native)
    assert (runs._open.emulated.ready.backend == "native") is native
    for assignment in assignments(runs):
        found = runs.measure(assignment)
        expected = compare(runs.question, assignment, runs.arrays, runs.binding, runs.reference, WIDE, runs.sensitivity)
        assert found.error == pytest.approx(expected.error, rel=1e-12, abs=1e-17, nan_ok=True), assignment
        assert (found.explained is None) == (expected.explained is None)
        if found.explained is not None and math.isfinite(found.explained):
            close = 1e-6 + 2.0**-64 / found.error  # residuals are rounded, too, and may be added in other places of a row
            assert found.explained == pytest.approx(expected.explained, abs=close)
            rounded = {name: found.by_container[name] for name in expected.by_container}
            assert rounded == pytest.approx(expected.by_container, abs=close)
            assert not any(share for name, share in found.by_container.items() if name not in rounded)


def test_open_formats_hold_nothing_but_themselves():
    a, b = (open_format(k, FORMATS["binary64"]) for k in (0, 1))
    assert a.contains(a) and not a.contains(b) and not a.contains(FORMATS["e5m2"])
    assert FORMATS["binary64"].contains(a) and FORMATS["binary80"].contains(a)


def test_the_reference_is_checked():
    found = emulated(native=False).checked(1e-6)
    assert found.converged and found.carrier == WIDE
