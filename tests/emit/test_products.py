"""Products of matrices that a library computes: those of one row or column, and of arrays that repeat their elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import precis
from precis.emit.cpu import products
from precis.emit.plan.turned import turned
from precis.formats import FORMATS, Assignment
from tests.emit.oracle import needs_compiler

LARGE = 200  # libraries are called for them


def columns_by_rows(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return x[:, None] @ y[None, :]


def columns_by_columns(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.einsum("ij,kj->ik", x.reshape(-1, 1), y.reshape(-1, 1))


def row_by_matrix(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return y[:, None].T @ np.outer(x, y)


def repeated_rows(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.broadcast_to(x, (len(x), len(x))) @ np.outer(y, y)


@needs_compiler
@pytest.mark.parametrize("program", [columns_by_rows, columns_by_columns, row_by_matrix, repeated_rows], ids=lambda f: f.__name__)
def test_product_is_numpys(program: Callable[..., Any]) -> None:
    x, y = np.random.default_rng(0).normal(size=(2, LARGE))
    compiled = precis.compile(precis.lift(program, x, y), quick=True)
    found, wanted = compiled(x, y), program(x, y)
    assert np.max(np.abs(found - wanted)) <= 1e-13 * np.max(np.abs(wanted)) * LARGE


@needs_compiler
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_vectors_times_matrices_are_products_of_vectors(dtype):
    """Every way in which a matrix and a vector lie in memory, above and below the size for the library."""
    def sides(a, b, x, y, z):
        return x @ a, x @ b.T, a[:, ::2] @ z, x.reshape(1, -1) @ a, b @ y.reshape(-1, 1), np.einsum("i,ij->j", y, b[:, 1:])

    for n in (5, 300):
        rng = np.random.default_rng(n)
        a, b = rng.normal(size=(n, 2 * n)).astype(dtype), rng.normal(size=(n, n)).astype(dtype)
        x, y, z = (rng.normal(size=s).astype(dtype) for s in (n, 2 * n, n))
        args = a, b, x, y[:n].copy(), z
        run = precis.compile(precis.lift(sides, *args))
        assert run.backend == "native"
        for f, e in zip(run(*args), sides(*args)):
            np.testing.assert_allclose(f, e, rtol=0, atol=n * np.finfo(dtype).eps * 20)


@needs_compiler
def test_columns_of_matrices_times_vectors():
    """Sums down columns: in rows of the order of all sums where they are short, a library's where loops would jump from row to row."""
    def down(a, x):
        return a.T @ x

    run = precis.compile(precis.lift(down, np.ones((3, 2)), np.ones(3)))
    assert "vector_product" in run.source
    for shape in [(3, 2), (40, 5), (400, 300)]:
        rng = np.random.default_rng(shape)
        a, x = rng.normal(size=shape), rng.normal(size=shape[0])
        np.testing.assert_allclose(run(a, x), a.T @ x, rtol=0, atol=1e-13 * shape[0])


@needs_compiler
@pytest.mark.parametrize("n", [6, 31])
def test_small_products_of_complex_matrices_have_the_bits_of_numpy(n):
    """A library computes them from 200 multiplications on."""
    def square(a, b):
        return a @ b
    rng = np.random.default_rng(n)
    a, b = rng.normal(size=(2, n, n)) + 1j * rng.normal(size=(2, n, n))
    np.testing.assert_array_equal(precis.compile(precis.lift(square, a, b), quick=True)(a, b), a @ b)


@needs_compiler
@pytest.mark.parametrize("dtype", [np.float64, np.complex128])
def test_parts_of_images_times_matrices(dtype):
    """Rows that do not run through memory evenly together: a product for each row of the image."""
    def channels(image, w):
        return image[1:-1, 2:] @ w, np.einsum("ijk,hlk->ijhl", image[:, 1:], image[:2, :-1]), np.einsum("ki,hjk->ijh", w, image[:-1, 1:])

    rng = np.random.default_rng(5)
    image, w = (rng.normal(size=s).astype(dtype) * (1 + 1j if dtype == np.complex128 else 1) for s in ((6, 9, 12), (12, 10)))
    compiled = precis.compile(precis.lift(channels, image, w), quick=True)
    assert "gemm" in compiled.source
    for f, e in zip(compiled(image, w), channels(image, w), strict=True):
        np.testing.assert_allclose(f, e, rtol=0, atol=1e-13)


@needs_compiler
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.complex128])
def test_matrices_times_their_own_transposes(dtype):
    """Half of the result is computed and the other half copied: symmetric bit by bit, for sizes above and below those of ?syrk."""
    def grams(x):
        return x.T @ x, x @ x.T, x[1:, 2:] @ x[1:, 2:].T, x[:, :-1].T @ x[:, 1:]

    compiled = None
    for n in (30, 5, 70, 97):
        rng = np.random.default_rng(n)
        x = (rng.normal(size=(2 * n, n)) + (1j * rng.normal(size=(2 * n, n)) if dtype == np.complex128 else 0.0)).astype(dtype)
        compiled = compiled or precis.compile(precis.lift(grams, x), quick=True)
        assert compiled.source.count("gram<") == 3
        found = compiled(x)
        for f, e in zip(found, grams(x), strict=True):
            np.testing.assert_allclose(f, e, rtol=0, atol=n * np.finfo(dtype).eps * 40)
        if n > 60:
            assert all(np.array_equal(f, f.T) for f in found[:3])


SUMMED = {  # by loops of the runtime, and with which matrices of (m, k) and (k, n)
    "ij,jk->ik": lambda x, y: (x, y), "ji,jk->ik": lambda x, y: (x.T, y), "ij,kj->ik": lambda x, y: (x, y.T),
    "ji,kj->ik": lambda x, y: (x.T, y.T), "bij,bjk->bik": lambda x, y: (np.stack((x, -x)), np.stack((y, 2 * y))),
}


@needs_compiler
@pytest.mark.parametrize("spec", SUMMED)
def test_loops_of_the_runtime_add_terms_in_order(spec, monkeypatch):
    monkeypatch.setitem(products.LEAST, ("binary64", 1), 10**15)  # as where there is no library
    monkeypatch.setattr(products, "TINY", 10**16)
    rng = np.random.default_rng(3)

    def product(x, y):
        return np.einsum(spec, x, y)
    example = [np.ascontiguousarray(a) for a in SUMMED[spec](np.ones((9, 10)), np.ones((10, 11)))]
    compiled = precis.compile(precis.lift(product, *example), quick=True)
    assert "product_by_loops" in compiled.source
    for m, k, n in ((5, 40, 47), (1, 1, 1), (3, 16, 32), (2, 17, 9), (2, 0, 3), (0, 2, 3)):
        x, y = rng.normal(size=(m, k)), rng.normal(size=(k, n))
        expected = np.zeros((m, n))
        for r in range(k):
            expected = expected + x[:, r, None] * y[r]
        expected = np.stack((expected, -2 * expected)) if "b" in spec else expected
        np.testing.assert_array_equal(compiled(*(np.ascontiguousarray(a) for a in SUMMED[spec](x, y))), expected)


@needs_compiler
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_products_have_their_axes_where_they_are_wanted(dtype):
    """Taps of a convolution of channels first: products with their axes moved, read nowhere else, are made that way."""
    def taps(x, w):
        out = np.zeros((x.shape[0], w.shape[0], x.shape[2] - 2, x.shape[3] - 2), x.dtype)
        for k in range(3):
            for m in range(3):
                out += np.einsum("ncij,oc->noij", x[:, :, k:k + out.shape[2], m:m + out.shape[3]], w[:, :, k, m])
        both = np.einsum("ncij,oc->nijo", x, w[:, :, 0, 0])
        return out, both.transpose(0, 3, 1, 2) + 1.0, both

    rng = np.random.default_rng(2)
    x, w = rng.normal(size=(2, 9, 12, 14)).astype(dtype), rng.normal(size=(10, 9, 3, 3)).astype(dtype)
    program = precis.lift(taps, x, w)
    compiled = precis.compile(program, quick=True)
    for f, e in zip(compiled(x, w), taps(x, w), strict=True):
        np.testing.assert_allclose(f, e, rtol=0, atol=100 * np.finfo(dtype).eps)
    specs = [n.attrs["spec"] for n in turned(program.body, Assignment.uniform(FORMATS["binary64"])).walk() if n.op == "einsum"]
    assert specs == ["ncij,oc->noij", "ncij,oc->nijo"]


@needs_compiler
def test_many_products_of_binary32_are_large_together():
    """A library computes them where each is worth a call and all have 32768 multiplications."""
    def rows(x, w):
        return x[:, 1:] @ w

    for count in (2, 9):
        rng = np.random.default_rng(count)
        x, w = rng.normal(size=(count, 17, 16)).astype(np.float32), rng.normal(size=(16, 16)).astype(np.float32)
        compiled = precis.compile(precis.lift(rows, x, w), quick=True)
        assert "pr::worthwhile_together(args.sgemm_" in compiled.source
        exact = x[:, 1:].astype(np.float64) @ w
        np.testing.assert_allclose(compiled(x, w), exact, rtol=0, atol=3e-6)
