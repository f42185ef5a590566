"""Adjoints through eigh and svd where values are equal up to rounding: against differences where there is a derivative, NaN elsewhere."""

import jax.numpy as jnp
import numpy as np
import pytest

import precis
from precis.ad import adjoint
from precis.ir.interpret import interpret
from precis.lift import lift

STEP = 1e-5


def projector(a):
    v = np.linalg.eigh(a)[1]
    return v[..., :2] @ np.conj(np.swapaxes(v[..., :2], -1, -2))


def by_vectors_and_values(a):
    w, v = np.linalg.eigh(a)
    return (v * np.exp(w)) @ v.T


def cubes(a):
    w, v = np.linalg.eigh(a)
    return np.array([np.sum(w**3), np.sum(w)])


def first_vector(a):
    return np.linalg.eigh(a)[1][:, 0]**2


def polar(a):
    u, _, vt = np.linalg.svd(a, full_matrices=False)
    return u @ vt


def leading(a):
    u, _, vt = np.linalg.svd(a, full_matrices=False)
    return u[:, :2] @ vt[:2]


def remade(a):
    u, s, vt = np.linalg.svd(a, full_matrices=False)
    return (u * s) @ vt


def null_space(a):
    vt = np.linalg.svd(a)[2]
    return vt[2:].T @ vt[2:]


def left_null_space(a):
    u = np.linalg.svd(a)[0]
    return u[:, 2:] @ u[:, 2:].T


RNG = np.random.default_rng(7)


def unitary(m, n=None, kind=float):
    full = RNG.normal(size=(m, n or m)) + (1j * RNG.normal(size=(m, n or m)) if kind is complex else 0.0)
    return np.linalg.qr(full)[0]


def hermitian(values, kind=float):
    v = unitary(len(values), kind=kind)
    a = (v * np.array(values)) @ v.conj().T
    return (a + a.conj().T) / 2


TWICE = (1.0, 1.0, 2.0, 3.0, 3.0)
LOW = RNG.normal(size=(6, 2)) @ RNG.normal(size=(2, 4))

EXIST = {
    "projector, values equal up to rounding": (projector, hermitian(TWICE)),
    "projector, values equal": (projector, np.diag(TWICE)),
    "projector, values apart": (projector, hermitian((1.0, 1.3, 2.0, 3.0, 3.5))),
    "projector, complex": (projector, hermitian(TWICE, complex)),
    "projector, small": (projector, 1e-3 * hermitian(TWICE)),
    "projectors of a stack": (projector, np.stack([hermitian(TWICE), hermitian((0.0, 0.0, 1.0, 1.5, 1.5))])),
    "function of values apart": (by_vectors_and_values, hermitian((1.0, 1.3, 2.0, 3.0, 3.5))),
    "values alone": (cubes, hermitian(TWICE)),
    "vector of a value alone": (first_vector, hermitian((0.5, 1.0, 1.0, 3.0, 3.0))),
    "polar, orthogonal": (polar, unitary(5)),
    "polar, identity": (polar, np.eye(4)),
    "polar, unitary": (polar, unitary(4, kind=complex)),
    "polar, tall": (polar, unitary(6, 4)),
    "polar, wide": (polar, unitary(6, 4).T.copy()),
    "polar, general": (polar, RNG.normal(size=(4, 4))),
    "leading part, the rest equal": (leading, unitary(5) @ np.diag([3.0, 3.0, 2.0, 1.0, 1.0]) @ unitary(5)),
    "leading part, the rest zero": (leading, LOW),
    "made again, apart": (remade, RNG.normal(size=(6, 4))),
    "null space of a tall matrix": (null_space, LOW),
    "null space of a wide matrix": (null_space, LOW.T.copy()),
    "null space on the left": (left_null_space, LOW),
}

MISSING = {
    "one of two vectors": (first_vector, hermitian(TWICE)),
    "what takes values and vectors": (by_vectors_and_values, hermitian(TWICE)),
    "the same, at the identity": (by_vectors_and_values, np.eye(3)),
    "made again, singular values equal": (remade, unitary(4)),
    "made again, singular values zero": (remade, LOW),
}


def differences(f, a, bar, symmetric):
    found = np.zeros_like(a)
    for at in np.ndindex(a.shape):
        for part in (1.0, 1j) if a.dtype.kind == "c" else (1.0,):
            d = np.zeros_like(a)
            d[at] = part * STEP * np.abs(a).max()
            d = (d + np.conj(np.swapaxes(d, -1, -2))) / 2 if symmetric else d
            found[at] += part * np.real(np.vdot(bar, f(a + d) - f(a - d))) / (2 * STEP * np.abs(a).max())
    return found


def bar_of(f, a):
    y, rng = f(a), np.random.default_rng(1)
    return rng.normal(size=y.shape) + (1j * rng.normal(size=y.shape) if y.dtype.kind == "c" else 0.0)


@pytest.mark.parametrize("name", EXIST)
def test_derivatives_that_exist(name):
    f, a = EXIST[name]
    bar, symmetric = bar_of(f, a), f in (projector, by_vectors_and_values, cubes, first_vector)
    (found,) = interpret(adjoint(lift(f, a)), [a, bar])
    found = (found + np.conj(np.swapaxes(found, -1, -2))) / 2 if symmetric else found
    expected = differences(f, a, bar, symmetric)
    np.testing.assert_allclose(found, expected, atol=3e-8 * np.abs(expected).max())


@pytest.mark.parametrize("name", MISSING)
def test_derivatives_that_are_not_there_or_not_told(name):
    """Sweeps of sensitivities leave them out: NaN would end them."""
    f, a = MISSING[name]
    program = lift(f, a)
    assert np.isnan(interpret(adjoint(program), [a, bar_of(f, a)])[0]).any()
    assert np.isfinite(interpret(adjoint(program, guarded=True), [a, bar_of(f, a)])[0]).all()


def test_compiled_in_binary32():
    """The unit in the last place is that of the arithmetic that runs."""
    def f(a):
        v = jnp.linalg.eigh(a)[1]
        return v[:, :2] @ v[:, :2].T
    a = hermitian(TWICE).astype(np.float32)
    bar = np.random.default_rng(1).normal(size=(5, 5)).astype(np.float32)
    found = np.asarray(precis.compile(adjoint(lift(f, a)))(a, bar)[0], np.float64)
    expected = differences(projector, a.astype(np.float64), bar, True)
    np.testing.assert_allclose((found + found.T) / 2, expected, atol=1e-4)


def test_no_values_at_all():
    made = precis.compile(adjoint(lift(projector, np.zeros((2, 3, 3)))))
    assert made(np.zeros((0, 3, 3)), np.zeros((0, 3, 3)))[0].shape == (0, 3, 3)
    whole = precis.compile(adjoint(lift(lambda a: np.linalg.eigh(a)[1] * 1.0, np.eye(3))))
    assert whole(np.zeros((0, 0)), np.zeros((0, 0)))[0].shape == (0, 0)
