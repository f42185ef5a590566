"""One program has one text: nothing depends on where in memory the lifter's own objects lie."""

import numpy as np

from precis.lift import lift


def picked(a, b, c, d, e, f, g, t):
    x = [a, b, c, d, e, f, g][int(t)]
    x[0] = 7.0


def test_arrays_that_may_be_written_are_asked_in_their_order():
    """Sets of seven would have this order once in five thousand times."""
    program = lift(picked, *(np.arange(3.0) for _ in range(7)), 2.0)
    asked = [node.output.container for node in program.nodes() if node.op == "cond"]
    assert asked == list("abcdefg")
