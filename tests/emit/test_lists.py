"""Lists that compiled code reads are the arrays that Python and NumPy make of them, and other lists it leaves to these."""

import random

import numpy as np
import pytest

from precis.emit.lists import SHORT, reader
from precis.ir.listed import columns_or_none, form_of

R = random.Random(7)
FLOATS = [R.uniform(-1e3, 1e3) for _ in range(40)] + [float("nan"), float("inf"), -0.0, 5e-324]
WHOLE = [R.randrange(-2**62, 2**62) for _ in range(42)] + [2**63 - 1, -2**63]
FLAGS = [x > 0 for x in FLOATS]
LISTS = {
    "floats": FLOATS, "ints": WHOLE, "bools": FLAGS, "mixed": [x if k % 2 else k * 2**45 for k, x in enumerate(FLOATS)],
    "pairs": list(zip(FLOATS, reversed(FLOATS))), "triples": list(zip(WHOLE, FLOATS, FLAGS)), "lists": [[a, b] for a, b in zip(FLOATS, FLOATS[2:])],
    "mixed in tuples": [(k, x if k % 2 else k) for k, x in enumerate(FLOATS)],
    "runs": [[R.randrange(9) for _ in range(k % 5)] for k in range(20)], "runs of pairs": [[(k, 0.5)] * (k % 3) for k in range(20)],
    "a matrix": [FLOATS[k:k + 7] for k in range(9)],
}


@pytest.mark.parametrize("name", LISTS)
def test_arrays_are_those_of_numpy(name):
    items = LISTS[name]
    form = form_of(items, 4)
    ours, theirs = reader(form)(items), columns_or_none(form, items)
    assert len(ours) == len(theirs)
    for a, b in zip(ours, theirs):
        assert (a.dtype, a.shape) == (b.dtype, b.shape) and a.tobytes() == b.tobytes() and a.flags.c_contiguous


OTHER = {  # (what it is lifted with, another list)
    "an int among floats": (FLOATS, [*FLOATS, 1]), "a float among ints": (WHOLE, [*WHOLE, 1.0]), "a bool among ints": (WHOLE, [*WHOLE, True]),
    "an int among bools": (FLAGS, [*FLAGS, 1]), "numbers of NumPy": (FLOATS, list(np.ones(9))), "too large": (WHOLE, [*WHOLE, 2**63]),
    "too large beside floats": (LISTS["mixed"], [*FLOATS, 2**53 + 1]), "a tuple more": (LISTS["pairs"], [*LISTS["pairs"], (1.0,)]),
    "a list for a tuple": (LISTS["pairs"], [*LISTS["pairs"], [1.0, 2.0]]), "a number for a tuple": (LISTS["pairs"], FLOATS),
    "None": (FLOATS, [*FLOATS, None]), "a tuple for a list": (LISTS["runs"], [*LISTS["runs"], (1, 2)]),
    "another type in a list": (LISTS["runs"], [*LISTS["runs"], [1.0]]), "rows of two lengths": (LISTS["a matrix"], [*LISTS["a matrix"], [1.0]]),
    "as many in all": (LISTS["a matrix"], [FLOATS[:7], FLOATS[:6], FLOATS[:8]]),
}


@pytest.mark.parametrize("name", OTHER)
def test_lists_of_another_form_are_left(name):
    example, other = OTHER[name]
    form = form_of(example, 4)
    assert reader(form)(other) is None and columns_or_none(form, other) is None


@pytest.mark.parametrize("count", [0, 1, SHORT - 1])
def test_short_lists_are_left_to_python(count):
    assert reader(form_of(FLOATS, 4))(FLOATS[:count]) is None
    assert reader(form_of(LISTS["runs"], 4))([[]] * count) is None


def test_an_error_that_python_has_is_none_of_ours():
    """What was asked of a number that is too large is not left behind."""
    assert reader(form_of(WHOLE, 4))([*WHOLE, 2**70]) is None
    assert int("1") == 1


@pytest.mark.parametrize("kind", [complex, np.float32])
def test_other_numbers_are_left_to_python(kind):
    assert reader(form_of([kind(1)] * 9, 4)) is None
