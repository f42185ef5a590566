"""Sparse matrices of SciPy as arguments."""

from __future__ import annotations

import copy

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.sparse.linalg import spsolve

from precis.errors import UnsupportedProgram
from precis.lift import lift
from tests.lift.numpy.case import run


def matrix(n: int, seed: int = 0, kind=sp.csr_matrix):
    a = sp.random(n, n, 0.2, format="csr", rng=np.random.default_rng(seed))
    return kind(a + 0.5 * a.T + 6.0 * sp.eye(n))


def vector(*shape: int):
    return np.random.default_rng(7).normal(size=shape)


def sweeps(a, b, n=12):
    x = np.zeros_like(b)
    d = a.diagonal()
    for _ in range(n):
        x = x + (b - a @ x) / d
    return x


def descent(a, b, tol=1e-9):
    x = np.zeros_like(b)
    r = b - a.dot(x)
    p, rr, steps = r.copy(), r @ r, 0
    while np.sqrt(rr) > tol and steps < 100:
        q = a @ p
        alpha = rr / (p @ q)
        x += alpha * p
        r -= alpha * q
        before, rr = rr, r @ r
        p = r + (rr / before) * p
        steps += 1
    return x, steps


def products(a, x, many):
    return a.T @ x, x @ a, a @ many, (2.0 * a) @ x, (-a / 3.0) @ x, a.T.T @ x, a.sum(), a.toarray(), a.T.toarray(), a.copy().tocsr() @ x


def solves(a, b):
    return spsolve(a, b), a.diagonal(), a.nnz * b[0], a.shape[0] * b[1]


def stepped(system, u):
    """A matrix in a dict, with a vector that changes."""
    for _ in range(5):
        u = u + 0.01 * (system["L"] @ u) * system["k"]
    return u


def counts(x, i, j):
    """How many entries SciPy would store: equal places once in compressed rows, sums and diagonals without their zeros."""
    a = sp.coo_matrix((x, (i, j)), shape=(4, 5))
    b, c = a.tocsr(), sp.csr_matrix((x, (i, j)), shape=(4, 5))
    d = sp.diags([x, x[1:]], [0, 1])
    return (a.nnz, b.nnz, a.tocsc().nnz, c.nnz, b.T.nnz, (2 * a).nnz, (b + c).nnz, (b - c).nnz, (b @ b.T).nnz, a.T.nnz, a.T.tocsr().nnz,
            d.nnz, d.tocsr().nnz, d.T.nnz, (d.tocsr() - d.tocsr()).nnz, sp.kronsum(d, d).nnz, sp.csr_matrix(np.outer(x, x)).nnz,
            b.T.tocsr().toarray(), (b.T + c.T).toarray(), (d + d).toarray())


def entries(n: int):
    r = np.random.default_rng(n)
    return r.integers(-1, 2, n) * 1.0, r.integers(0, 4, n), r.integers(0, 5, n)


CASES = [(sweeps, (matrix(9), vector(9))), (sweeps, (matrix(9, kind=sp.csc_array), vector(9))), (descent, (matrix(8, 3), vector(8))),
         (products, (matrix(7), vector(7), vector(7, 3))), (products, (matrix(7, kind=sp.csc_matrix), vector(7), vector(7, 3))),
         (products, (matrix(7, kind=sp.csr_array), vector(7), vector(7, 3))), (solves, (matrix(7, kind=sp.csc_matrix), vector(7))),
         (stepped, ({"L": matrix(8), "k": 0.5}, vector(8)))]  # fmt: skip


@pytest.mark.parametrize(("function", "args"), CASES, ids=lambda x: getattr(x, "__name__", ""))
def test_programs_with_sparse_matrices_compute_what_scipy_computes(function, args) -> None:
    found, wanted = run(lift(function, *args), args), function(*copy.deepcopy(args))
    for f, w in zip(*(x if isinstance(x, tuple) else (x,) for x in (found, wanted)), strict=True):
        np.testing.assert_allclose(f, w, rtol=1e-12, atol=1e-14)


def test_one_program_serves_other_patterns() -> None:
    program, args = lift(sweeps, matrix(9), vector(9)), (matrix(14, 5), vector(14))
    np.testing.assert_array_equal(run(program, args), sweeps(*args))


def test_other_formats_are_told_what_to_do() -> None:
    with pytest.raises(UnsupportedProgram, match="sparse matrix in the format coo") as problem:
        lift(sweeps, sp.coo_matrix(matrix(5)), vector(5))
    assert "tocsr" in problem.value.hints[0]


def test_entries_are_counted_as_scipy_stores_them() -> None:
    program = lift(counts, *entries(9))
    for n in (9, 12):
        for found, wanted in zip(run(program, entries(n)), counts(*entries(n)), strict=True):
            np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize("part", ["data", "indices", "indptr"])
def test_how_made_matrices_are_stored_is_refused(part) -> None:
    with pytest.raises(UnsupportedProgram, match=f"[.]{part} of what the program makes") as problem:
        lift(lambda x: getattr(sp.csr_matrix(x), part), np.eye(3))
    assert "toarray" in problem.value.hints[0]


def test_how_given_matrices_are_stored_is_the_users() -> None:
    def scaled(a):
        a.data *= 2.0
        return a.data, a.T.indices, a.indptr, a.tocsr().nnz, (a * 2.0).nnz
    a = matrix(6)
    wanted = scaled(a.copy())
    for found, right in zip(run(lift(scaled, a), (a,)), wanted, strict=True):
        np.testing.assert_array_equal(found, right)


def products_by_stars(a, x):
    return (a * a).toarray(), (a * 2.0) @ x, (a**2) @ x, a.power(2) @ x


@pytest.mark.parametrize("kind", [sp.csr_matrix, sp.csr_array])
def test_stars_are_products_of_matrices_and_of_elements_of_arrays(kind):
    a, x = matrix(5, kind=kind), vector(5)
    program = lift(products_by_stars, a, x)
    for n in (5, 8):
        args = matrix(n, 1, kind), vector(n)
        for found, wanted in zip(run(program, args), products_by_stars(*args)):
            np.testing.assert_allclose(found, wanted, rtol=1e-13)


def test_stars_of_arrays_and_matrices_together_are_refused():
    with pytest.raises(UnsupportedProgram, match="one thing for sparse arrays and another for sparse matrices"):
        lift(lambda a, x: (sp.eye(5) * a) @ x, matrix(5, kind=sp.csr_array), vector(5))


def test_stars_of_a_given_matrix_and_diagonals_are_products():
    def scaled(a, x):
        return (sp.diags(x) ** 2 * a) @ x
    a, x = matrix(5), vector(5)
    np.testing.assert_allclose(run(lift(scaled, a, x), (a, x)), scaled(a, x), rtol=1e-13)
