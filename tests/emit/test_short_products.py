"""Products of many rows by small matrices are written out column by column: integers to the bit, reals with terms in their order."""

import numpy as np
import pytest

from precis.emit.engine import compile, default_assignment
from precis.emit.plan.narrow_products import narrow_products
from precis.emit.short_axes import short_axes, with_lengths
from precis.ir.emulate import value_formats
from precis.lift import lift
from tests.emit.oracle import needs_compiler

KINDS = pytest.mark.parametrize("dtype", [np.int32, np.int64, np.uint8, np.int16])


def products_left(program):
    program = with_lengths(program, short_axes(program))
    assignment = default_assignment(program)
    return sum(n.op == "einsum" for n in narrow_products(program.body, assignment, value_formats(program, assignment)).walk())


def colours(rgb, m):
    return rgb @ m, rgb[0] @ m.T, np.einsum("jk,pij->kpi", m, rgb), m @ rgb[0].T, rgb @ m[0], np.clip((rgb @ m.T + 2) >> 1, 0, 100)


def numbers(shape, dtype, seed=0):
    info = np.iinfo(dtype)
    return np.random.default_rng(seed).integers(info.min, info.max, shape, dtype, endpoint=True)


@needs_compiler
@KINDS
def test_integers_wrap_around_as_numpys(dtype):
    args = numbers((8, 20, 3), dtype), numbers((3, 3), dtype, 1)
    program = lift(colours, *args)
    run = compile(program)
    assert products_left(program) == 0
    for h, w in ((8, 20), (2, 1), (3, 17)):
        args = numbers((h, w, 3), dtype, h), numbers((3, 3), dtype, w)
        for found, expected in zip(run(*args), colours(*args), strict=True):
            np.testing.assert_array_equal(found, expected)
            assert found.dtype == expected.dtype and found.shape == expected.shape


def moved(x, r):
    return x @ r.T, np.einsum("ni,ji->nj", x * 2.0, r), (x[None] @ r)[0], r @ x.T, x @ r[0]


def in_order(x, r):
    total = np.zeros((len(x), len(r[0])), x.dtype)
    for k in range(len(r)):
        total = total + x[:, k, None] * r[k]
    return total


@needs_compiler
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_reals_keep_the_order_of_terms(dtype):
    """What comes back for a matrix that comes first, and for one column, is a product as before."""
    rng = np.random.default_rng(1)
    x, r = rng.normal(size=(100, 3)).astype(dtype), rng.normal(size=(3, 3)).astype(dtype)
    program = lift(moved, x, r)
    run = compile(program)
    assert products_left(program) == 2
    for n in (100, 2, 17):
        x = rng.normal(size=(n, 3)).astype(dtype)
        x[0, 0], x[-1] = -0.0, 0.0
        found = run(x, r)
        for f, e in zip(found[:3], (in_order(x, r.T), in_order(x * dtype(2.0), r.T), in_order(x, r)), strict=True):
            np.testing.assert_array_equal(f, e)
            np.testing.assert_array_equal(np.signbit(f), np.signbit(e))
        np.testing.assert_allclose(found[3], r @ x.T, rtol=1e-5)


@needs_compiler
def test_what_is_no_number_stays():
    x, r = np.ones((100, 3)), np.eye(3)
    x[3], x[4, 1], r[2, 2] = np.nan, np.inf, -0.0
    with np.errstate(invalid="ignore"):
        expected = in_order(x, r)
    np.testing.assert_array_equal(compile(lift(lambda x, r: x @ r, x, r))(x, r), expected)


SHAPES = [((100, 5), (5, 3)), ((100, 3), (3, 5)), ((100, 4), (4, 20)), ((20, 5, 3), (20, 3, 2))]


@needs_compiler
@pytest.mark.parametrize("dtype", [np.int32, np.float64])
@pytest.mark.parametrize(("a", "b"), SHAPES)
def test_other_products_stay(a, b, dtype):
    a, b = np.ones(a, dtype), np.ones(b, dtype)
    program = lift(lambda a, b: a @ b, a, b)
    assert products_left(program) == 1
    np.testing.assert_array_equal(compile(program)(a, b), a @ b)


def test_formats_that_differ_stay_a_product():
    """A float32 matrix is multiplied in binary64."""
    a, b = np.ones((100, 3)), np.ones((3, 2), np.float32)
    assert products_left(lift(lambda a, b: a @ b.astype(np.float64), a, b)) == 0
    assert products_left(lift(lambda a, b: a @ b, a, b)) == 1
    assert products_left(lift(lambda a, b: a @ b, a.astype(np.int64), b.astype(np.int32))) == 0  # the operand is converted first
