"""Arrays of records that programs make: gone through where a run tells how many there are, and given back."""

import copy

import numpy as np
import pytest

from precis.lift import lift
from tests.lift.numpy.case import run

STAR = np.dtype([("x", "f8"), ("parts", "f4", (2,)), ("number", "i4"), ("bright", "?")])
PAIR = np.dtype([("x", "f8"), ("n", "i8")])


def made(x):
    t = np.zeros(len(x), dtype=STAR)
    t["x"], t["number"], t["bright"] = x, np.arange(len(x)), x > 0.5
    t["parts"][:, 1] = x
    return t, {"first": t[0], "rest": t[1:]}, t[t["x"] > 0.5]


def given(t):
    t["x"] *= 2
    return t, np.sort(t, order="n")[::-1], np.zeros((2, len(t)), dtype=PAIR)


def selected(x):
    kept = []
    for k, v in enumerate(x):
        if v > 0.4:
            kept.append((v, k))
    t = np.zeros(len(kept), dtype=PAIR)
    for k, (v, n) in enumerate(kept):
        t[k] = (v, n)
    return np.array([r["x"] + 2.0 * r["n"] for r in t]), [float(r["x"]) * k for k, r in enumerate(t)], t


def pairs(n):
    t = np.zeros(n, PAIR)
    t["x"], t["n"] = np.random.default_rng(n).random(n), np.random.default_rng(n).permutation(n)
    return t


@pytest.mark.parametrize("f, arguments", [(made, np.random.default_rng(0).random), (given, pairs), (selected, np.random.default_rng(1).random)],
                         ids=lambda f: getattr(f, "__name__", ""))  # fmt: skip
def test_records_come_back(f, arguments):
    program = lift(f, arguments(7))
    for n in (7, 12):
        x = arguments(n)
        theirs, ours = copy.deepcopy(x), copy.deepcopy(x)
        wanted, found = f(theirs), run(program, (ours,))
        assert repr(found) == repr(wanted) and repr(ours) == repr(theirs)
        assert [getattr(y, "dtype", None) for y in found] == [getattr(y, "dtype", None) for y in wanted]
