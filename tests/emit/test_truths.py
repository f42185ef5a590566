"""Truth values that are stored beside elementary functions, by nests of their own: the same bits, in the order that the lines say."""

import re

import numpy as np
import pytest

from precis.ad import adjoint
from precis.emit.engine import compile as compile_native
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def barriers(s, alive, z, wall):
    for t in range(z.shape[1]):
        s = s * np.exp(z[:, t])
        alive &= s < wall
    return s, alive


def flags_of_what_was_there(s, z, wall):
    low = s < wall
    s[:] = s * np.exp(z[:, 0])
    return s, low


def flags_of_what_is_not_kept(s, z, wall):
    return s + np.exp(z[:, 0]), np.exp(z[:, 0]) < wall


def masked(s, alive, z, wall):
    s[:] = np.where(alive, s * np.exp(z[:, 0]), s)
    alive &= s < wall
    return s, alive


def numbers_at_computed_positions(s, z, kind, wall):
    y = wall[np.maximum(kind, 0)] * np.exp(z[:, 0])
    return y, s < wall[np.maximum(kind, 0)]


def summed_beside(s, z, wall):
    """Sums over the first axis, whose steps are in order."""
    grown = s[:, None] * np.exp(z)
    low = grown < wall
    return np.where(low, 0.0, grown).sum(axis=0), low, grown


def counted_beside(s, z, wall):
    grown = s[:, None] * np.exp(z)
    low = grown < wall
    return np.where(low, 0.0, grown).sum(axis=1), low, grown


def inputs(function, n):
    rng = np.random.default_rng(5)
    given = {"s": rng.uniform(0.5, 2.0, n), "alive": rng.random(n) < 0.8, "z": rng.standard_normal((n, 3)), "wall": 1.1}
    if "kind" in function.__code__.co_varnames:
        given |= {"kind": rng.integers(-1, 3, n), "wall": rng.uniform(0.8, 1.2, 3)}
    return [given[name] for name in function.__code__.co_varnames[:function.__code__.co_argcount]]


@pytest.mark.parametrize("function", [barriers, flags_of_what_was_there, flags_of_what_is_not_kept, masked, numbers_at_computed_positions,
                                      summed_beside, counted_beside])
def test_truth_values_are_those_of_the_lines(function):
    compiled = compile_native(lift(function, *inputs(function, 40)))
    for n in (1, 40, 333):
        for found, expected in zip(compiled(*inputs(function, n)), function(*inputs(function, n)), strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-14)


def test_loops_with_elementary_functions_store_no_truth_values():
    source = compile_native(lift(barriers, *inputs(barriers, 40))).source
    (loop,) = (part.split("}")[0] for part in source.split("PR_INDEPENDENT") if "pr::exp" in part)
    assert "alive" not in loop and "pr::flag(alive" in source


@pytest.mark.parametrize("function", [summed_beside, counted_beside])
def test_nor_do_those_that_add_up(function):
    s, _, wall = inputs(function, 40)
    source = compile_native(lift(function, s, np.ones((40, 50)), wall)).source
    _, *loops = source.split("// test_truths.py")
    stored = [part for part in loops if "low_4[" in part]
    assert stored and not any("pr::exp" in part for part in stored) and any("pr::exp" in part for part in loops)


def risen(x, level):
    """Steps as long as something is inside, which a tape of short rows says for each step."""
    for _ in range(6):
        inside = np.log1p(np.exp(-np.abs(x))) > level
        if not inside.any():
            break
        x[inside] *= 1.3 * level[inside]
    return x * level


def test_tapes_of_truth_values_are_stored_behind_functions():
    x, level = np.random.default_rng(3).uniform(0.2, 0.8, (2, 16))
    program = adjoint(lift(risen, x, 0.1 * level))
    compiled = compile_native(program)
    stages = [part.split("}, s")[0] for part in compiled.source.split("pr::staged(")[1:]]
    assert stages and not any(re.search(r"\bw_\d+\[.*\] = ", stage) for stage in stages)  # the tape, which has no name
    given = [x, 0.1 * level, np.cos(x), np.sin(x)]
    for found, expected in zip(compiled.run(given), interpret(program, given), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-13)
