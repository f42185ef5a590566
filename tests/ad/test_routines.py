"""Adjoints of JAX functions with library routines, whole programs: against jax.vjp, interpreted and native."""

import math

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from precis.ad import adjoint
from precis.emit.engine import compile as compile_program
from precis.formats import FORMATS, Assignment
from precis.ir.interpret import interpret
from precis.ir.verify import verify
from precis.lift import lift
from tests.emit.oracle import needs_compiler

RNG = np.random.default_rng(5)
A, B, X = RNG.normal(size=(4, 4)), RNG.normal(size=(4, 3)), RNG.normal(size=6)


def gaussian(a, b):
    """Log density and draws of a normal distribution: Cholesky, triangular solves, a determinant."""
    cov = a @ a.T + jnp.eye(4)
    low = jnp.linalg.cholesky(cov)
    z = jax.scipy.linalg.solve_triangular(low, b, lower=True)
    return jnp.sum(z**2) + 2 * jnp.sum(jnp.log(jnp.diag(low))), low @ b, jnp.linalg.slogdet(cov)[1]


def newton(a, b):
    def step(x, _):
        residual = a @ x + x**3 - b[:, 0]
        return x - jnp.linalg.solve(a + jnp.diag(3 * x**2), residual), jnp.sort(x)
    return jax.lax.scan(step, b[:, 1], None, length=3)


def spectral(a, b):
    w, v = jnp.linalg.eigh(a + a.T)
    u, s, vh = jnp.linalg.svd(b, full_matrices=False)
    q, r = jnp.linalg.qr(b)
    return (v * jnp.exp(w)) @ v.T, (u * jnp.sin(s)) @ vh, q @ jnp.tanh(r), jnp.linalg.inv(a) @ b, jnp.linalg.det(a), jnp.linalg.pinv(b)


def signals(a, b):
    x = jnp.concatenate([a[0], b[:, 0]])
    h = jnp.fft.rfft(x) * jnp.exp(-jnp.arange(5.0))
    y = jnp.fft.irfft(h, n=8)
    z = jnp.fft.fft2(a) * jnp.fft.fftfreq(4)
    return jnp.sort(y)[::2], jnp.abs(z), jnp.fft.ifft(z).imag, jax.lax.top_k(x, 3)[0], jnp.median(x)


@pytest.mark.parametrize("function", [gaussian, newton, spectral, signals], ids=lambda f: f.__name__)
def test_adjoints_of_routines_equal_jax(function):
    with jax.enable_x64(True):
        made = lift(function, A, B)
        results, pull = jax.vjp(function, A, B)
        leaves, tree = jax.tree.flatten(results)
        bars = [RNG.normal(size=np.shape(r)) for r in leaves]
        wanted = pull(jax.tree.unflatten(tree, [jnp.asarray(b) for b in bars]))
    back = adjoint(made)
    verify(back)
    for found, expected in zip(interpret(back, [A, B, *bars]), wanted, strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-8, atol=1e-9)


@needs_compiler
def test_native_adjoints_call_lapack():
    with jax.enable_x64(True):
        made = lift(newton, A, B)
    back, bars = adjoint(made), [RNG.normal(size=4), RNG.normal(size=(3, 4))]
    assignment = Assignment.uniform(FORMATS["binary64"])
    compiled = compile_program(back, assignment, quick=True)
    assert compiled.backend == "native" and compiled.hosted == ()
    for found, expected in zip(compiled.run([A, B, *bars]), interpret(back, [A, B, *bars]), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-12)


def fitted_by_pinv(a, b):
    return np.linalg.pinv(a) @ b


def fitted(a, b):
    return np.linalg.lstsq(a, b, rcond=None)[0]


def fitted_by_pinv_of_known_shape(a, b):
    return np.linalg.pinv(np.reshape(a, (3, 40))) @ b


@pytest.mark.parametrize("function, rows, columns", [(fitted_by_pinv, 40, 3), (fitted_by_pinv_of_known_shape, 3, 40), (fitted_by_pinv, 5, 5),
                                                     (fitted, 40, 3), (fitted, 3, 40), (fitted, 5, 5)])
def test_least_squares_of_many_equations_or_unknowns_make_no_square_of_them(function, rows, columns):
    a, b, g = RNG.normal(size=(rows, columns)), RNG.normal(size=(rows, 2)), RNG.normal(size=(columns, 2))
    with jax.enable_x64(True):
        wanted = jax.vjp(lambda a, b: jnp.linalg.pinv(a) @ b, a, b)[1](jnp.asarray(g))
    back = adjoint(lift(function, a, b))
    verify(back)
    largest = max(math.prod(d.value(back.binding) for d in v.shape) for n in back.nodes() for v in n.outputs)
    assert largest <= rows * columns + 2 * rows + 2 * columns
    for found, expected in zip(interpret(back, [a, b, g]), wanted, strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-8, atol=1e-9)


SINGULAR = {
    "of rank n - 1": np.array([[1.0, 2.0], [2.0, 4.0]]), "with a row of zeros": np.diag([0.0, 2.0, 3.0]), "of rank 1": np.diag([0.0, 0.0, 1.0]),
    "which underflows": np.diag([1e-200, 1e-200]), "of rounding errors": np.arange(1.0, 10.0).reshape(3, 3),
    "complex": np.array([[1.0, 2j], [2.0, 4j]]), "a stack": np.stack([np.diag([0.0, 2.0, 3.0]), A[:3, :3]])}


@pytest.mark.parametrize("matrix", SINGULAR.values(), ids=SINGULAR)
def test_cofactors_of_singular_matrices(matrix):
    """A determinant is a polynomial: its derivatives are determinants of the matrix without a row and a column."""
    def cofactor(i, j):
        return (-1) ** (i + j) * np.linalg.det(np.delete(np.delete(matrix, i, -2), j, -1))

    def determinant(a):
        return np.linalg.det(a)

    n, g = matrix.shape[-1], np.full(matrix.shape[:-2], 2.0, matrix.dtype)
    back = adjoint(lift(determinant, matrix))
    verify(back)
    wanted = 2 * np.conj(np.stack([np.stack([cofactor(i, j) for j in range(n)], -1) for i in range(n)], -2))
    (found,) = interpret(back, [matrix, g])
    np.testing.assert_allclose(found, wanted, rtol=1e-12, atol=1e-13 * np.abs(wanted).max())
