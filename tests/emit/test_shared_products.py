"""Loops beside libraries' products are left to one function of the runtime where it does the same: the same bits, less to compile."""

from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from precis.emit import emit
from precis.emit.cpu.looped import looped
from precis.emit.cpu.products import is_called
from precis.emit.cpu.program import ProgramPrinter
from precis.emit.engine import compile as compile_native
from precis.emit.plan.kernels import Access, Axis, Contract, Matrix
from precis.formats import FORMATS
from precis.ir.size import Size
from precis.ir.text import parse
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


# m, n, k of products that are known -> whether they call a library, where there is one
KNOWN = {(24, 16, 40): False, (40, 33, 40): True}


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("lengths", KNOWN, ids=str)
def test_products_of_halves_have_one_way_and_the_bits_of_loops_written_out(lengths, dtype, monkeypatch):
    (m, n, k), rng = lengths, np.random.default_rng(1)
    a, b = (rng.normal(size=s).astype(np.float32) for s in ((m, k), (n, k)))
    given = jnp.asarray(a, dtype), jnp.asarray(b, dtype)
    program = lift(jax.jit(lambda a, b: jnp.matmul(a, b.T) + 1), *given)
    shared = compile_native(program, quick=True)
    assert shared.source.count("pr::product_by_loops<float>") == 1 and "pr::strips" not in shared.source
    assert ("pr::worthwhile" in shared.source) == KNOWN[lengths]
    monkeypatch.setattr(ProgramPrinter, "passes", tuple(p for p in ProgramPrinter.passes if p is not looped))
    written = compile_native(program, quick=True)
    assert "product_by_loops" not in written.source
    if not KNOWN[lengths]:
        np.testing.assert_array_equal(*(np.asarray(c(*given)).view(np.uint16) for c in (shared, written)))
    np.testing.assert_allclose(*(np.asarray(c(*given), np.float32) for c in (shared, written)), rtol=2e-2, atol=1e-2)


# Contractions of several labels -> whether the function serves them: it adds up in the order in which they lie in memory
SEVERAL = {"abi,abo->io": True, "abi,bao->io": False, "abi,ioc->aboc": True, "nabi,abio->no": True}


@pytest.mark.parametrize("spec", SEVERAL)
def test_sums_over_several_labels_have_the_bits_of_loops_written_out(spec, monkeypatch):
    def contracted(a, b):
        return np.einsum(spec, a, b)

    def operands(lengths):
        rng = np.random.default_rng(0)
        return [rng.normal(size=[lengths[c] for c in labels]).astype(np.float32) for labels in spec.split("->")[0].split(",")]
    example = operands(dict(zip("nabioc", (20, 5, 4, 20, 20, 3))))
    shared = compile_native(lift(contracted, *example), quick=True)
    assert ("pr::product_by_loops<float>" in shared.source) == SEVERAL[spec]
    monkeypatch.setattr(ProgramPrinter, "passes", tuple(p for p in ProgramPrinter.passes if p is not looped))
    written = compile_native(lift(contracted, *example), quick=True)
    for lengths in ((2, 3, 2, 5, 3, 2), (3, 1, 4, 9, 8, 2), (1, 5, 2, 7, 12, 3), (4, 2, 3, 8, 33, 1)):
        given = operands(dict(zip("nabioc", lengths)))
        np.testing.assert_array_equal(shared(*given), written(*given))
        np.testing.assert_allclose(shared(*given), contracted(*given), rtol=1e-3, atol=1e-4)


def turned(a, b):
    return np.einsum("abi,bao->io", np.transpose(a, (1, 0, 2)), b)


def test_terms_that_the_product_counts_in_another_order_have_loops_of_their_own(monkeypatch):
    """Loops take them in the order of the labels of the first operand, the product as they lie in memory."""
    rng = np.random.default_rng(0)
    a, b = (rng.normal(size=(5, 4, n)).astype(np.float32) for n in (20, 22))
    program = lift(turned, a, b)
    other = replace(parse(str(program).replace("->io", "->oi")), original=program.original)
    own = compile_native(other, quick=True)
    assert "pr::worthwhile(" in own.source and "product_by_loops" not in own.source
    monkeypatch.setattr(ProgramPrinter, "passes", tuple(p for p in ProgramPrinter.passes if p is not looped))
    np.testing.assert_array_equal(own(a, b), compile_native(other, quick=True)(a, b))
    np.testing.assert_allclose(own(a, b), turned(a, b).T, rtol=1e-4, atol=1e-5)


def of_known_lengths(x, y):
    rows = np.full((40, 40), 0.5, np.float32) + x[0, 0]
    return rows @ (rows + np.float32(1.0)), np.full((8, 8), 0.5, np.float32) @ (np.full((8, 8), 2.0, np.float32) + y[0, 0])


def test_known_lengths_leave_one_way_beside_the_library():
    x, y = np.ones((2, 20, 20), np.float32)
    text = compile_native(lift(of_known_lengths, x, y), quick=True).source
    assert text.count("pr::worthwhile(") == 1 == text.count("pr::product<float>(")  # of 40 x 40 alone


IMAGE = np.random.default_rng(1).normal(size=(3, 10, 10, 6)).astype(np.float32)


@pytest.mark.parametrize("columns", [4, 8, 16])
def test_rows_that_lie_at_several_steps_have_loops_only_where_they_are_no_lines(columns):
    jnp = pytest.importorskip("jax.numpy")
    weights = np.random.default_rng(2).normal(size=(8, 8, 6, columns)).astype(np.float32)

    def inner(image, weights):
        return jnp.einsum("nABc,ABco->no", image[:, 1:9, 2:, :], weights)
    compiled = compile_native(lift(inner, IMAGE, weights), quick=True)
    assert ("pr::strided_product<" in compiled.source) == (columns >= 8) == ("pr::in_lines" not in compiled.source and columns >= 8)
    assert "strips_of_rows" not in compiled.source or columns < 8
    np.testing.assert_allclose(compiled(IMAGE, weights), np.einsum("nABc,ABco->no", IMAGE[:, 1:9, 2:, :], weights), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("lengths, called", [((40, 40, 40), True), ((31, 32, 32), False), ((40, "n", 40), None), ((2**31, 1, 40), None)])
def test_which_products_call_the_library_is_known(lengths, called):
    sizes = [Size.of(d) for d in lengths]
    start = Access("x", (Size(),), (Size.of(1),))
    a, b, c = (Matrix(start, Size.of(40), False) for _ in range(3))
    found = Contract(a, b, c, *sizes, (), FORMATS["binary32"], FORMATS["binary32"], (), ())
    assert is_called(found) is called
    together = replace(found, batch=(Axis("q", Size.of(2)),))
    assert is_called(together) is (True if called is not None else None)


@pytest.mark.parametrize("length, parts, called", [(3, 1, False), (16, 1, None), (3, 2, None)])
def test_products_too_small_for_a_library_are_loops_however_many_there_are(length, parts, called):
    n, start = Size.of(length), Access("x", (Size(),), (Size.of(1),))
    matrix, batch = Matrix(start, n, False), (Axis("q", Size.of("N")),)
    found = Contract(matrix, matrix, matrix, n, n, n, batch, FORMATS["binary32"], FORMATS["binary32"], (), (), parts=parts)
    assert is_called(found) is called


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
