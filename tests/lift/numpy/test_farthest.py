"""Ranges between computed ends have no more items than the ends can be apart; ends that may be anything apart are left as they are."""

import numpy as np
import pytest

from precis.errors import InputError
from precis.lift import lift
from tests.lift.numpy.case import Case, check
from tests.lift.numpy.judge import function_of


def around(x, i):
    """A list in a loop that the data end has room for three items more in each iteration."""
    stack, count = [int(x[i])], 0
    while stack:
        j = stack.pop()
        count += 1
        for a in range(max(j - 1, 0), min(j + 2, len(x))):
            if x[a] > a:
                stack.append(int(x[a]) - 1)
    return count


LOOP = "def f(x):\n    i, j, n, t = int(x[0]), int(x[1]), len(x), 0\n    for k in range({}):\n        t += k\n    return t\n"


def trips(ends, folder):
    """How many items the range of a loop with computed ends has."""
    x = np.array([3.0, 4.0, 5.0])
    function = function_of(LOOP.format(ends), folder)
    program = check(Case(function, (x,), ((np.array([1.0, 7.0, 0.0, 2.0]),), (np.array([0.0, 0.0]),))))
    return next(str(n.attrs["range"].trips) for n in program.body.walk() if n.op == "loop")


@pytest.mark.parametrize("ends, most", [
    ("max(i - 1, 0), min(i + 2, n)", 3), ("max(0, i - 4), i + 5", 9), ("min(n, i + 20), max(-1, i - 1), -2", 11),
    ("i - 4, min(n, i + 5)", 9), ("max(i, j), min(j + 9, n)", 9), ("(i - 1 if i - 1 > 0 else 0), i + 9", 10), ("int(x[1]) - 1, min(j + 3, n)", 4)])
def test_computed_ends_are_no_further_apart(ends, most, tmp_path):
    found = trips(ends, tmp_path)
    assert found.startswith("min(") and f"{most}" in found


@pytest.mark.parametrize("ends", ["i - 1, j + 2", "min(i - 1, 0), i + 2", "max(i - 1, 0), max(i + 2, n)", "0, i", "i, 2 * i"])
def test_other_ends_may_be_anything_apart(ends, tmp_path):
    assert "min(" not in trips(ends, tmp_path)


def test_lists_grow_by_what_lies_between():
    lift(around, np.array([2.0, 0.0, 1.5, 3.5]), 1)


def together(x, y):
    return sum(a * b for a, b in zip(x, y, strict=True))


def test_strictly_together_means_of_one_length():
    with pytest.raises(InputError, match="zip\\(\\) arguments have different lengths"):
        lift(together, np.ones(3), np.ones(4))
    with pytest.raises(InputError, match="zip\\(\\) arguments have different lengths"):
        lift(lambda x: [a + b for a, b in zip((1, 2), [x, x, x], strict=True)], 1.0)
    assert len(lift(together, np.ones(3), np.ones(3)).sizes) == 1
