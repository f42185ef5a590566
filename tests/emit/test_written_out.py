"""Products of few terms are written out in the order of their sums, where that is better than a product."""

import numpy as np
import pytest

from precis.emit.engine import compile, default_assignment
from precis.emit.plan.narrow_products import narrow_products
from precis.emit.short_axes import short_axes, with_lengths
from precis.ir.emulate import value_formats
from precis.lift import lift
from tests.emit.oracle import needs_compiler

TYPES = pytest.mark.parametrize("dtype", [np.float64, np.float32])


def products_left(program):
    program = with_lengths(program, short_axes(program))
    assignment = default_assignment(program)
    return sum(n.op == "einsum" for n in narrow_products(program.body, assignment, value_formats(program, assignment)).walk())


def product(a, b):
    """Term after term, from 0.0 on."""
    total = np.zeros((a.shape[0], b.shape[1]), a.dtype)
    for k in range(a.shape[1]):
        total = total + a[:, k, None] * b[k]
    return total


def downdated(terms):
    """Terms from memory, and from what is computed for them."""
    def update(p, gain, seen):
        gain, seen = gain[:, :terms], seen[:, :terms]
        return p - gain @ seen.T, p * (np.abs(gain) @ (seen.T * 2.0)) + 1.0
    return update


@needs_compiler
@TYPES
@pytest.mark.parametrize(("terms", "left"), [(1, 0), (2, 0), (3, 0), (4, 0), (5, 2)])
def test_matrices_of_few_terms_are_written_out(terms, left, dtype):
    rng = np.random.default_rng(7)

    def args(n, m):
        gain, seen = rng.normal(size=(n, 5)), rng.normal(size=(m, 5))
        gain[:3], seen[:2] = 0.0, -1.0
        return [a.astype(dtype) for a in (rng.normal(size=(n, m)), gain, seen)]
    program = lift(downdated(terms), *args(30, 20))
    assert products_left(program) == left
    run = compile(program)
    for n, m in ((30, 20), (17, 70), (1, 3)):
        p, gain, seen = args(n, m)
        first, second = run(p, gain, seen)
        if left == 0:
            g, s = gain[:, :terms], seen[:, :terms].T
            np.testing.assert_array_equal(first, p - product(g, s))
            np.testing.assert_array_equal(second, p * product(np.abs(g), s * dtype(2.0)) + dtype(1.0))


def gained(p, h, s, _):
    """A filter's gain: named, stored, and multiplied again; tiny matrices besides."""
    gain = p[:, :3] @ h.T @ (s @ s.T)
    return gain, p - gain @ (h @ p[:3])


def at_places(p, h, s, k):
    """Terms of which only a run knows that there are two."""
    i = int(k[0])
    return 1.0 + p[:, i:i + 2] @ s, s @ p[i:i + 2]


def only_stored(p, h, s, _):
    return p[:, :2] @ s, s @ p[:2], p[:, :4] @ p[:4]


def stored_in_parts(p, h, s, _):
    """Rows that are read are overwritten."""
    q = p.copy()
    q[:2] = s @ q[:2]
    q[:, 3:5] = q[:, :3] @ h.T
    return q, q[:2]


def expected_of(fn, p, h, s, at):
    k, one = int(at[0]), p.dtype.type(1.0)
    if fn is stored_in_parts:
        q = p.copy()
        q[:2] = product(s, p[:2])
        q[:, 3:5] = product(q[:, :3], h.T)
        return q, q[:2]
    if fn is at_places:
        return one + product(p[:, k:k + 2], s), product(s, p[k:k + 2])
    gain = product(product(p[:, :3], h.T), product(s, s.T))
    return gain, p - product(gain, product(h, p[:3]))


def arguments(n, k, dtype):
    rng = np.random.default_rng(8)
    return [*(rng.normal(size=shape).astype(dtype) for shape in ((n, n), (2, 3), (2, 2))), np.array([k])]


@needs_compiler
@TYPES
@pytest.mark.parametrize("fn", [gained, at_places, stored_in_parts])
def test_what_is_wanted_element_by_element_is_computed_there(fn, dtype):
    program = lift(fn, *arguments(20, 4, dtype))
    assert products_left(program) == (fn is at_places)  # rows of a long matrix that are only stored
    run = compile(program)
    for n, k in ((20, 4), (33, 31), (17, 0)):
        given = arguments(n, k, dtype)
        for found, expected in zip(run(*given), expected_of(fn, *given), strict=True):
            np.testing.assert_array_equal(found, expected)


def test_what_is_only_stored_stays_a_product():
    """Where the first axis is short, or there are four terms; short rows are written column by column (test_short_products.py)."""
    assert products_left(lift(only_stored, *arguments(20, 4, np.float64))) == 2
