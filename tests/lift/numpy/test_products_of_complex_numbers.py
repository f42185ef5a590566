"""Products over axes of complex numbers are computed row after row, so that programs with one are compiled."""

from __future__ import annotations

import numpy as np

import precis
from precis.lift import lift
from tests.lift.numpy.case import run


def products(x):
    rows = x.reshape(2, -1)
    return (np.prod(x), np.prod(rows, axis=0), rows.prod(axis=1, keepdims=True), rows.prod(axis=(1, 0)), np.multiply.reduce(x),
            np.prod(x, initial=2.0), np.prod(x, where=np.abs(x) > 0.5), np.prod(x[np.abs(x) > 0.5]),
            np.cumprod(x), np.cumprod(rows, axis=1), np.cumprod(rows, axis=0), np.multiply.accumulate(x))


def drawn(n, seed=0):
    rng = np.random.default_rng(seed)
    return rng.standard_normal(n) + 1j * rng.standard_normal(n)


def alike(found, expected):
    return all(np.shape(a) == np.shape(b) and type(a) is type(b) and np.allclose(a, b, rtol=1e-14, atol=0) for a, b in zip(found, expected, strict=True))


def test_products_are_those_of_numpy_and_are_compiled():
    lifted = lift(products, drawn(6))
    compiled = precis.compile(lifted, quick=True)
    assert compiled.backend == "native", compiled.reason
    for x in (drawn(6), drawn(10, 1), np.array([np.inf + 0j, 1.0])):
        with np.errstate(invalid="ignore"):
            expected = products(x)
        for found in (run(lifted, (x,)), compiled(x)):
            assert alike(found, expected) if np.isfinite(x).all() else repr(found[0]) == repr(expected[0])


def test_no_factors_make_one():
    lifted = lift(lambda x: (np.prod(x), np.prod(np.zeros((0, 3), complex), axis=0), np.cumprod(x)), drawn(0))
    assert alike(run(lifted, (drawn(0),)), (np.complex128(1), np.ones(3, complex), drawn(0)))
