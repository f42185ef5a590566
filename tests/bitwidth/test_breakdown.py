"""The place where a narrow run stops being finite."""

import numpy as np
import pytest

from precis.bitwidth.breakdown import breakdown
from precis.bitwidth.outputs import ask
from precis.formats import Assignment
from precis.ir.call import bind
from precis.lift import lift


def growing(x, steps):
    total = np.zeros(x.shape[0])
    for t in range(steps):
        y = x * x
        total = total + 1.0 / (y - 0.999 * y)
        x = y
    return total


LINE = growing.__code__.co_firstlineno


@pytest.mark.parametrize(
    ("formats", "start", "words"),
    [
        ({"default": "binary16"}, 3.0, "overflowed binary16"),  # 3^(2^4) is beyond 65504
        ({"default": "bfloat16"}, 3.0, "division gave inf"),  # y - 0.999 y is zero
        ({"default": "binary64"}, 3.0, None),
    ],
)
def test_the_first_place_is_found(formats, start, words):
    args = np.array([1.0 / 3.0, start]), 5
    program = lift(growing, *args)
    arrays, binding = bind(program, args)
    found = breakdown(ask(program), Assignment.uniform(formats["default"]), arrays, binding)
    if words is None:
        assert found is None
        return
    assert words in str(found) and found.site.endswith((f":{LINE + 3}", f":{LINE + 4}"))
    assert str(found).endswith(found.site.rpartition(":")[2])
