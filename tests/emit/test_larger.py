"""Branches that choose the larger or smaller of two integers are maxima and minima: what Python finds, and positions that need no second look."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def kept_between(x, table):
    """A position that walks along a table and stops at its ends."""
    at, total = 0, 0
    for i in range(x.shape[0]):
        at = max(0, min(len(table) - 1, at + int(x[i])))
        total += int(table[at])
    return total, at


def by_branches(x, table):
    high, low, limited = int(x[0]), int(x[0]), 0
    for i in range(x.shape[0]):
        v = int(x[i])
        if v > high:
            high = v
        if low >= v:
            low = v
        v = v if v < 3 else 3
        limited += -1 if v <= -1 else v
    return high, low, limited


def the_other_way(x, table):
    """The branch is taken where nothing changes."""
    a, b = int(table[0]), int(table[1])
    for i in range(x.shape[0]):
        v = int(x[i])
        a = a if v < a else v
        if v <= b:
            pass
        else:
            b = v
    return a, b


def of_bytes(x, table):
    found = np.uint8(3)
    for i in range(x.shape[0]):
        found = max(found, np.uint8(x[i] & 255))
    return found


EXTREMES = (kept_between, by_branches, the_other_way, of_bytes)


def of_reals(x, table):
    """The first stays where the second is no number."""
    best = 0.25
    for v in np.where(x < 0, np.nan, x / 3.0):
        best = max(best, v)
    return best


def with_place(x, table):
    best, place = int(x[0]), 0
    for i in range(x.shape[0]):
        if x[i] > best:
            best, place = int(x[i]), i
    return best, place


def of_others(x, table):
    """What is compared is not what is chosen."""
    a, b = 0, 1
    for i in range(x.shape[0]):
        v = int(x[i])
        a = a + 1 if v > a else v
        b = 5 if v > 4 else v
    return a, b


BRANCHES = (of_reals, with_place, of_others)


def arguments(n):
    rng = np.random.default_rng(n)
    return rng.integers(-9, 9, n), rng.integers(0, 100, 7)


@pytest.mark.parametrize("kernel", EXTREMES + BRANCHES, ids=lambda k: k.__name__)
def test_as_numpy(kernel):
    compiled = compile_native(lift(kernel, *arguments(50)))
    for n in (1, 2, 7, 300):
        assert compiled(*arguments(n)) == kernel(*arguments(n))


@pytest.mark.parametrize("kernel", EXTREMES, ids=lambda k: k.__name__)
def test_no_branch_is_left(kernel):
    text = compile_native(lift(kernel, *arguments(50))).source
    assert "if (" not in text and "?" not in text and ("pr::maximum" in text or "pr::minimum" in text)


@pytest.mark.parametrize("kernel", BRANCHES, ids=lambda k: k.__name__)
def test_others_stay_branches(kernel):
    text = compile_native(lift(kernel, *arguments(50))).source
    assert "pr::maximum" not in text and "pr::minimum" not in text


def test_what_is_kept_between_needs_no_second_look():
    assert "from_end" not in compile_native(lift(kept_between, *arguments(50))).source
