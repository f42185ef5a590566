"""Truth values that nests compute with beside numbers are as wide as these: the same results, in rows of all lengths."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.bitwidth.probes import instrument
from precis.emit.cpu import ProgramPrinter
from precis.emit.engine import compile as compile_native
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def limited(q, c):
    for _ in range(2):
        before, behind = q - np.roll(q, 1, axis=1), np.roll(q, -1, axis=1) - q
        product = before * behind
        rising = (product > 0.0) & (np.abs(before) + np.abs(behind) > 0.0) & (np.abs(product) > 1e-300)
        s = np.where(rising, 2.0 * product / np.where(rising, before + behind, 1.0), 0.0)
        there, others = np.roll(q, -1, axis=1), np.roll(s, -1, axis=1)
        flux = np.where(c > 0.0, c * (q + 0.5 * (1.0 - c) * s), c * (there - 0.5 * (1.0 + c) * others))
        q -= flux - np.roll(flux, 1, axis=1)


def filled(best, worth, weight):
    for k in range(worth.shape[0]):
        reach = np.arange(best.shape[0]) - weight[k]
        shifted = np.where(reach >= 0, best[np.maximum(reach, 0)] + worth[k], np.full(best.shape[0], -np.inf))
        best = np.maximum(best, shifted)
    return best


def attracted(at, speed):
    for _ in range(2):
        gap = at[None, :] - at[:, None]
        seen = np.abs(gap) < 0.5
        speed += np.sum(gap * seen, axis=1) - speed * (seen & (gap > 0.0)).any(axis=1)
        at += 0.1 * speed


def absorbed(draws, value):
    alive = np.ones(draws.shape[1], dtype=bool)
    for t in range(draws.shape[0]):
        step = np.sqrt(np.maximum(value, 0.0)) / (1.0 + value * value) * draws[t]
        value = np.where(alive, value + step / np.sqrt(np.maximum(value, 1e-12)), 0.0)
        alive &= value > 0.0
    return value, np.count_nonzero(~alive)


def pushed(x, edge):
    """Functions beside what any() asks."""
    level, inside = np.exp(-x), x > 9.0
    for _ in range(4):
        inside = np.log1p(np.exp(edge)) < level + 0.1
        if not inside.any():
            break
        edge[inside] += 0.5
    return edge, inside


def chosen(x, edge):
    """Functions beside a mask that nests without numbers go through."""
    good = np.exp(-edge) > 0.3 * np.exp(x)
    at = np.flatnonzero(good)
    return at, x[at] * np.arange(at.size), np.flatnonzero(~good)


def positive(labels, k):
    mine = labels == k
    return mine, mine | np.roll(mine, 1)


def text_of(program):
    return ProgramPrinter(plan(program, default_assignment(program))).source("program.h")


def _of_rows(rng, n, m):
    return rng.normal(size=(n, m)), rng.normal(size=(n, m))


def _of_items(rng, n, m):
    return np.zeros(m), rng.normal(size=n), rng.integers(1, 9, n)


def _of_places(rng, n, m):
    return rng.normal(size=m), rng.normal(size=m)


@needs_compiler
@pytest.mark.parametrize("probed", [False, True])
@pytest.mark.parametrize("function, drawn", [(limited, _of_rows), (filled, _of_items)])
def test_choices_in_rows_of_all_lengths(function, drawn, probed):
    rng = np.random.default_rng(0)
    program = lift(function, *drawn(rng, 2, 9))
    made = adjoint(instrument(program) if probed else program)
    assert "pr::truth" in text_of(made)
    compiled = compile_native(made)
    for n, m in [(2, 9), (1, 3), (3, 64), (2, 300)]:
        inputs, binding = bind(program, drawn(rng, n, m))
        given = [*map(np.asarray, inputs), rng.normal(size=(n, m) if function is limited else m)]
        for found, expected in zip(compiled.run(given, binding), interpret(made, given, binding), strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


def test_truth_values_without_numbers_stay_bytes():
    assert "pr::truth" not in text_of(lift(positive, np.arange(70) % 5, 3))


@needs_compiler
def test_truth_values_that_are_reduced_to():
    program = lift(attracted, *_of_places(np.random.default_rng(0), 2, 9))
    assert "pr::truth" in text_of(program)
    compiled = compile_native(program)
    for m in (3, 70):
        inputs, binding = bind(program, _of_places(np.random.default_rng(1), 2, m))
        for found, expected in zip(compiled.run(inputs, binding), interpret(program, inputs, binding), strict=True):
            np.testing.assert_array_equal(found, expected)


@needs_compiler
def test_truth_values_that_begin_as_one_value():
    """What fills them computes with no numbers, but all else does; parts of rows have as many elements as vectors of numbers."""
    native = compile_native(lift(absorbed, np.ones((40, 200)), np.ones(200)))
    assert "pr::truth* alive" in native.source
    assert "pr::rarely<8>(" in native.source
    rng = np.random.default_rng(0)
    for m in (1, 7, 8, 9, 63, 64, 65, 200, 301):
        draws, value = rng.normal(size=(40, m)), rng.random(m)
        draws[:, m // 2] = np.nan
        value[m // 3] = -0.0
        for found, expected in zip(native(draws, value), absorbed(draws, value), strict=True):
            np.testing.assert_array_equal(found, expected)


@needs_compiler
@pytest.mark.parametrize("function, text", [(pushed, "pr::Waiting<pr::Any<bool, pr::LANES>, pr::truth>"), (chosen, "pr::truth* good")])
def test_functions_are_computed_in_vectors_beside_truth_values(function, text):
    """However short rows are."""
    native = compile_native(lift(function, np.ones(16), np.ones(16)))
    assert text in native.source
    rng = np.random.default_rng(2)
    for n in (1, 7, 8, 16, 63, 64, 65, 300):
        x, edge = rng.normal(size=(2, n))
        x[n // 2] = np.nan
        for found, expected in zip(native(x, edge.copy()), function(x, edge.copy()), strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-14)


def test_masks_of_long_rows_stay_bytes():
    """Which is better where nests without numbers go through them."""
    assert "bool* good" in text_of(lift(chosen, np.ones(100), np.ones(100)))


def test_what_is_only_compared_waits_as_bytes():
    text = text_of(lift(lambda x, y: (x < y).all(), np.ones(16), np.ones(16)))
    assert "pr::STAGED>" in text and "pr::STAGED_WIDE" not in text


def masked(x, alive):
    return np.where(alive, np.exp(x), 0.0).sum()


def any_above(x, y):
    return (np.exp(x) > y).any()


def test_numbers_wait_as_numbers_and_truth_values_beside_narrow_ones_as_bytes():
    ones = np.ones(16)
    assert "pr::Waiting<pr::Sum<double, pr::LANES>>" in text_of(lift(masked, ones, ones > 0.0))
    assert "pr::STAGED_WIDE>" in text_of(lift(any_above, ones, ones))
    assert "pr::STAGED>" in text_of(lift(any_above, ones, np.ones(16, np.float32)))
