"""Rows that nests add to again and again stay in registers: the same bits as in memory, for all lengths of strips and chunks."""

import numpy as np
import pytest

from precis.emit.cpu import ProgramPrinter, products
from precis.emit.cpu.looped import looped
from precis.emit.engine import compile as compile_native
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


@pytest.fixture(autouse=True)
def loops(monkeypatch):
    """No product is large enough for the library, and all have loops of their own."""
    monkeypatch.setattr(products, "LEAST", dict.fromkeys(products.LEAST, 1 << 60))
    monkeypatch.setattr(ProgramPrinter, "passes", tuple(p for p in ProgramPrinter.passes if p is not looped))


def product(a, b):
    return a @ b


def columns(a):
    return a.sum(axis=0), a.max(axis=0), a.min(axis=0)


def powers(a, x):
    for _ in range(3):
        x = a @ x + x
    return x


def taps(image, kernel):
    h, w = image.shape[0] - 1, image.shape[1] - 1
    out = np.zeros((h, w, kernel.shape[3]), image.dtype)
    for i in range(2):
        for j in range(2):
            out += np.tensordot(image[i:i + h, j:j + w], kernel[i, j], axes=1)
    return out


def weights(image, g):
    return np.einsum("abc,abe->ce", image[1:, 1:], g)


def text_of(program):
    return ProgramPrinter(plan(program, default_assignment(program))).source("program.h")


def same(function, *args):
    program = lift(function, *args)
    compiled = compile_native(program)
    assert compiled.backend == "native"
    for f, e in zip(compiled.run(args, program.binding), interpret(program, list(args))):
        np.testing.assert_array_equal(f, e)
    return program


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int64])
def test_products_of_all_lengths(dtype):
    rng = np.random.default_rng(0)
    program = lift(product, np.ones((3, 4), dtype), np.ones((4, 5), dtype))
    assert "pr::strips" in text_of(program)
    compiled = compile_native(program)
    for m, k, n in [(1, 1, 1), (2, 3, 3), (5, 16, 7), (3, 17, 8), (4, 31, 33), (2, 40, 47), (3, 0, 4), (0, 3, 4), (9, 17, 15), (4, 5, 8), (11, 3, 46)]:
        a, b = ((rng.normal(size=s) * 10).astype(dtype) for s in ((m, k), (k, n)))
        np.testing.assert_array_equal(compiled(a, b), in_order(a, b))


def test_sums_and_extremes_of_columns():
    rng = np.random.default_rng(1)
    for n, m in [(1, 1), (15, 3), (16, 32), (33, 47)]:
        same(columns, rng.normal(size=(n, m)))
    same(columns, np.full((3, 9), np.iinfo(np.int64).max))


def in_order(a, b):
    """The product of matrices added up in the order of the contracted index."""
    c = np.zeros((*a.shape[:-1], b.shape[1]), np.result_type(a, b))
    for j in range(b.shape[0]):
        c = c + a[..., j, None] * b[j]
    return c


def test_programs_that_multiply_again_and_again():
    rng = np.random.default_rng(2)
    a, x = rng.normal(size=(9, 9)), rng.normal(size=(9, 11))
    found = compile_native(lift(powers, a, x))(a, x)
    for _ in range(3):
        x = in_order(a, x) + x
    np.testing.assert_array_equal(found, x)
    image, kernel = rng.normal(size=(7, 6, 4)).astype(np.float32), rng.normal(size=(2, 2, 4, 9)).astype(np.float32)
    expected = np.zeros((6, 5, 9), np.float32)
    for i in range(2):
        for j in range(2):
            expected += in_order(image[i:i + 6, j:j + 5], kernel[i, j])
    np.testing.assert_array_equal(compile_native(lift(taps, image, kernel))(image, kernel), expected)


def test_rows_side_by_side_around_sums_over_two_axes():
    rng = np.random.default_rng(3)
    for rows, columns, c, e in [(2, 8, 4, 8), (2, 8, 7, 9), (5, 20, 7, 3), (5, 20, 7, 2)]:  # more, in longer rows, are multiplied and added at once
        image, g = rng.normal(size=(rows + 1, columns + 1, c)), rng.normal(size=(rows, columns, e))
        program = lift(weights, image, g)
        assert "pr::strips_of_rows" in text_of(program)
        expected = in_order(image[1:, 1:].reshape(rows * columns, c).T, g.reshape(rows * columns, e))
        np.testing.assert_array_equal(compile_native(program)(image, g), expected)


def test_longer_sums_over_two_axes_are_within_the_bound_of_any_order():
    """Higham, Accuracy and Stability of Numerical Algorithms, eq. (3.5): gamma_n |A| |B|, of each of the two."""
    rng, n, u = np.random.default_rng(4), 100, 2.0**-53
    for c, e in [(4, 8), (7, 19)]:
        image, g = rng.normal(size=(6, 21, c)), rng.normal(size=(5, 20, e))
        a, b = image[1:, 1:].reshape(n, c).T, g.reshape(n, e)
        found = compile_native(lift(weights, image, g))(image, g)
        assert (np.abs(found - in_order(a, b)) <= 2 * n * u / (1 - n * u) * (np.abs(a) @ np.abs(b))).all()
