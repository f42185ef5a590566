"""What is None and used as if it were not, as an argument left to its default is under a condition that its callers never fulfil: branches
that the program is not for. Members of an Enum by name and number."""

from __future__ import annotations

import enum
from typing import Any

import numpy as np
import pytest

from precis.errors import InputError
from precis.lift import lift
from tests.lift.numpy.case import run, same

X = np.array([0.1, 0.5, 0.3, 0.7, 0.2, 0.9])


class Kind(enum.IntEnum):
    WELL = 0
    ILL = 1
    GONE = 2
    DEAD = 2


class Scheme(enum.Enum):
    UPWIND = "up"
    CENTRAL = "mid"


def snapshots(x, every=None):
    t, following, n, kept = 0.0, every or np.inf, 0, []
    while t < 2.0:
        t += x[n]
        n += 1
        if t >= following:
            kept.append(t)
            following += every
    return t, n, len(kept)


def without_reference(x, reference=None):
    total = 0.0
    for k in range(len(x)):
        total += x[k] - reference[k] if x[k] > 1e9 else x[k]
    return total


def beyond_a_limit(x, limit=None):
    if x[0] > 100 and x[1] > limit:
        return 1.0
    if x[0] > 200:
        return -limit
    return x.sum()


@pytest.mark.parametrize("program", (snapshots, without_reference, beyond_a_limit), ids=lambda f: f.__name__)
def test_branches_that_fail_for_none_are_left_out_and_said(program: Any) -> None:
    lifted = lift(program, X)
    assert [note.text for note in lifted.assumed if "this is not reached" in note.text and "None" in note.text]
    for x in (X, X[::-1].copy()):
        same(run(lifted, (x,)), program(x), None, program.__name__)


def of_the_iteration_before(x):
    before, total = None, 0.0
    for k in range(len(x)):
        if k > 0:
            total += abs(x[k] - before)
        before = x[k]
    return total, before


def awaited(x, limit=None):
    try:
        return x[0] + limit
    except TypeError:
        return -1.0


def members(x):
    table = np.zeros((len(Kind), len(Scheme)))
    for kind in Kind:
        table[kind, kind % len(Scheme)] = x[kind]
    known = Scheme["UPWIND"]
    return table, Kind["ILL"] + x[0], known.value, known is Scheme.UPWIND, list(Kind.__members__), [m.value for m in Scheme.__members__.values()]


@pytest.mark.parametrize("program", (of_the_iteration_before, awaited, members), ids=lambda f: f.__name__)
def test_computes_what_python_computes(program: Any) -> None:
    lifted = lift(program, X)
    for x in (X, np.linspace(1.0, 2.0, 4)):
        same(run(lifted, (x,)), program(x), None, program.__name__)


def always(x, limit=None):
    return x[0] * limit


def test_fails_as_python_does_where_it_always_runs() -> None:
    with pytest.raises(InputError, match="between a float64 and None") as problem:
        lift(always, X)
    assert "is not None" in problem.value.hints[0]
