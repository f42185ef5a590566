"""Sums of shifted boxes in arrays whose length is a size of its own are gathered, with the bits of NumPy."""

import numpy as np
import pytest

from precis.emit.engine import compile, default_assignment
from precis.emit.plan.hulls import boxes_in_hulls
from precis.formats import FORMATS, Assignment
from precis.ir.interpret import interpret
from precis.ir.text import parse
from precis.ir.verify import verify
from tests.emit.oracle import needs_compiler

TEXT = """
@sizes(N=60, n=10)
def f(x: input[real[N]], a: input[real[n]]):
    y: output[real[N]]
    b: local[real[N]]
    {steps}
    y = _4
    return y
"""
ADD = "update_add({}, {}, at=s_[{}])"
ADDED = {"_1": ("x", "a", ":n"), "_2": ("_1", "2.0 * a", "1:n + 1"), "_3": ("_2", "a * a", "3:n + 3"), "_4": ("_3", "a", "2:n + 2")}


def _program(**other):
    """Four sums, one behind the other; other: nodes that are something else, or stand in front of one."""
    nodes = {name: ADD.format(*parts) for name, parts in ADDED.items()} | other
    return parse(TEXT.format(steps="\n    ".join(f"{k} = {v}" for k, v in nodes.items())))


CASES = {
    "added": (_program(), True),
    "stored first": (_program(_1="update(x, a, at=s_[:n])"), True),
    "read between": (_program(_3=ADD.format("_2", "_2[:n]", "3:n + 3")), False),
    "two by two": (_program(_3=ADD.format("x", "a * _2[:n]", "3:n + 3")), False),
    "far apart": (_program(_2=ADD.format("_1", "a", "20:n + 20"), _3=ADD.format("_2", "a", "40:n + 40")), False),
    "shorter": (_program(_2=ADD.format("_1", "a[1:]", "1:n"), _3=ADD.format("_2", "a[1:]", "3:n + 2")), False),
    "up to the end": (_program(_2=ADD.format("_1", "a", "N - n:"), _3=ADD.format("_2", "a", "N - n:")), False),
}


@pytest.mark.parametrize("case", CASES)
def test_chains_of_boxes_that_are_as_large_are_taken(case):
    program, taken = CASES[case]
    x, a = np.arange(60.0), np.sin(np.arange(10.0))
    made = boxes_in_hulls(program, default_assignment(program))
    verify(made)
    assert (made is not program) == taken
    np.testing.assert_array_equal(interpret(made, [x, a])[0], interpret(program, [x, a])[0])


def test_sums_in_another_format_stay():
    made = parse(TEXT.replace("{steps}", "\n    ".join([
        "_1 = update_add(x, a, at=s_[:n])", "b = update_add(_1, a, at=s_[1:n + 1])", "_3 = update_add(b, a, at=s_[3:n + 3])",
        "_4 = update_add(_3, a, at=s_[2:n + 2])"])))
    wide, narrow = FORMATS["binary64"], FORMATS["binary32"]
    assert boxes_in_hulls(made, Assignment.uniform(wide)) is not made
    assert boxes_in_hulls(made, Assignment({"b": narrow}, {}, {}, {}, wide)) is made


def _in_numpy(x, a, case):
    n, y = len(a), x.copy()
    if case == "stored first":
        y[:n] = 0.0
    y[:n] += a
    y[1:n + 1] += 2.0 * a
    y[3:n + 3] += y[:n].copy() if case == "read between" else a * a
    y[2:n + 2] += a
    return y


@needs_compiler
@pytest.mark.parametrize("case", ["added", "stored first", "read between"])
def test_sums_have_the_bits_of_numpy(case):
    rng, run = np.random.default_rng(4), compile(CASES[case][0])
    for lengths in [(60, 10), (13, 10), (4, 1), (3, 0), (90, 40)]:
        x, a = rng.normal(size=lengths[0]), rng.normal(size=lengths[1])
        np.testing.assert_array_equal(run(x, a), _in_numpy(x, a, case))
