"""Loops beside libraries' products are left to one function of the runtime where it does the same: the same bits, less to compile."""

import numpy as np
import pytest

from precis.emit import emit
from precis.emit.cpu.looped import looped
from precis.emit.cpu.program import ProgramPrinter
from precis.emit.engine import compile as compile_native
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def plain(a, b):
    return a @ b


def by_the_transpose(a, b):
    return a @ b.T


def of_the_transpose(a, b):
    return a.T @ b


def by_a_vector(a, b):
    return a @ b[0]


def twice(a, b):
    return a @ b @ a


def of_three(a):
    turn = np.zeros((3, 3), np.float32)
    turn[0, 1] = turn[1, 2] = turn[2, 0] = 1.0
    return turn @ turn + a[:1, :1]


def many(a, b):
    x = np.stack((a, b, a + b))
    return x @ np.swapaxes(x, 1, 2)


# -> calls of the function for binary32
FUNCTIONS = {plain: 1, by_the_transpose: 1, of_the_transpose: 1, twice: 2, by_a_vector: 0, many: 1}
SHAPES = (1, 2, 3, 4, 5, 7, 8, 9, 13, 30, 31, 40)


def _compiled(function, dtype):
    return compile_native(lift(function, np.ones((20, 20), dtype), np.ones((20, 20), dtype)), quick=True)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_results_have_the_bits_of_loops_written_out(function, monkeypatch):
    shared = _compiled(function, np.float32)
    assert shared.source.count("pr::product_by_loops<float>") == FUNCTIONS[function]
    monkeypatch.setattr(ProgramPrinter, "passes", tuple(p for p in ProgramPrinter.passes if p is not looped))
    written = _compiled(function, np.float32)
    assert "product_by_loops" not in written.source
    for n in SHAPES:
        a, b = np.random.default_rng(n).normal(size=(2, n, n)).astype(np.float32)
        np.testing.assert_array_equal(shared(a, b), written(a, b))
        np.testing.assert_allclose(shared(a, b), function(a, b), rtol=1e-3, atol=1e-4)


def by_the_conjugate(a, b):
    return a @ b.conj().T


COMPLEX = {plain: 1, by_the_transpose: 1, of_the_transpose: 1, by_the_conjugate: 1}


@pytest.mark.parametrize("function", COMPLEX, ids=lambda f: f.__name__)
def test_complex_results_have_the_bits_of_loops_written_out(function, monkeypatch):
    shared = _compiled(function, np.complex64)
    assert shared.source.count("pr::product_of_pairs<float>") == COMPLEX[function]
    monkeypatch.setattr(ProgramPrinter, "passes", tuple(p for p in ProgramPrinter.passes if p is not looped))
    written = _compiled(function, np.complex64)
    assert "product_of_pairs" not in written.source
    for n in SHAPES:
        a, b = np.random.default_rng(n).normal(size=(2, n, 2 * n)).astype(np.float32).view(np.complex64)
        np.testing.assert_array_equal(shared(a, b), written(a, b))
        np.testing.assert_allclose(shared(a, b), function(a, b), rtol=1e-3, atol=1e-4)


def test_products_of_few_known_numbers_have_loops_of_their_lengths():
    compiled = compile_native(lift(of_three, np.ones((20, 3), np.float32)), quick=True)
    assert "product_by_loops" not in compiled.source


def test_what_serves_few_rows_or_columns_is_compiled_where_the_example_has_few():
    found = {n: emit(lift(plain, np.ones((40, 50)), np.ones((50, n)))).text for n in (3, 60)}
    assert "pr::few_product<double>" in found[3] and "pr::product<double>" in found[60]
    grams = {n: emit(lift(lambda a: a.T @ a, np.ones((400, n)))).text for n in (5, 50)}
    assert "pr::few_gram<double>" in grams[5] and "pr::gram<double>" in grams[50]


def test_many_products_of_short_sums_have_loops_of_their_own():
    found = {n: emit(lift(many, *np.ones((2, 40, n), np.float32))).text for n in (6, 30)}
    assert "product_by_loops" in found[30] and "product_by_loops" not in found[6]
