"""What was made last is kept by the identity of its subject: a choice is compiled once, however often it is asked for."""

import numpy as np

from precis.bitwidth.kept import kept
from precis.bitwidth.runs import compiled, counting
from precis.formats import Assignment
from precis.lift import lift


def test_equal_subjects_are_others_and_what_was_not_asked_for_is_forgotten():
    calls = []

    @kept(2)
    def made(subject, word):
        calls.append(word)
        return len(calls)

    first, twin = [1], [1]
    assert [made(first, "a"), made(first, "a"), made(twin, "a"), made(first, "a"), made(first, "b"), made(twin, "a")] == [1, 1, 2, 1, 3, 4]


def halved(x):
    y = x
    while y > 0.1:
        y = 0.5 * y
    return y


def test_equal_formats_are_compiled_once():
    program, narrow = lift(halved, 3.0), Assignment.uniform("binary32")
    assert compiled(program, narrow) is compiled(program, Assignment.uniform("binary32")) is not compiled(program, Assignment.uniform("binary64"))
    assert counting(program, narrow) is counting(program, Assignment.uniform("binary32"))
    assert counting(program, narrow).run([np.float64(3.0)], {}).results == [np.float32(0.09375)]
