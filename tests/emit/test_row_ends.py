"""What is left of a row behind its last whole vector is added last: the bits of the interpreter, whatever stands behind."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.formats import FORMATS, Assignment
from precis.ir.call import bind
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.ir.order import ordered_sum
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
LENGTHS = (1, 7, 8, 15, 31, 32, 33, 39, 40, 41, 47, 48, 55, 63, 64, 65, 100, 127)
ONE = {"sum": lambda x: (x * 0.7).sum(axis=1), "prod": lambda x: (x * 1.5).prod(axis=1), "max": lambda x: (-x).max(axis=1),
       "min": lambda x: (-x).min(axis=1), "any": lambda x: (x > 1.0).any(axis=1), "all": lambda x: (x < 1.5).all(axis=1),
       "whole": lambda x: (x * 0.7).sum()}


def several(x):
    return x.sum(axis=1), (x * x).sum(axis=1), x.max(axis=1)


def divided(x):
    """Beside a store."""
    y = x / 3.0
    return y, y.sum(axis=1)


def chosen(x):
    """Of one index alone, and of elements at computed places."""
    order = np.argsort(-x[0])
    return (np.where(x > 0.0, x, -1.0)[:, order]).sum(axis=1)


def agree(program, x, formats):
    compiled = compile_native(program, formats, quick=False)
    emulated = emulate(program, formats)
    for n in LENGTHS:
        args = [x[:, :n].copy()]
        given, binding = bind(program, args)
        expected = interpret(emulated, given, binding)
        found = compiled.run(tuple(given), binding)
        for a, b in zip(found, expected, strict=True):
            np.testing.assert_array_equal(a, b)
            np.testing.assert_array_equal(np.signbit(a) & (a == a), np.signbit(b) & (b == b))
    return compiled.source


def numbers(name):
    rng = np.random.default_rng(5)
    x = (1.0 + 0.3 * rng.normal(size=(6, 127))).astype(np.float32)
    x[1] = -0.0  # sums of these alone are 0.0, since they begin with it
    x[2] = np.nan  # behind row 1
    x[3, -1], x[4, 32] = np.inf, -np.inf
    return x.astype(np.float32 if name == "float32" else float)


@pytest.mark.parametrize("name", ["binary64", "binary32", "bfloat16"])
@pytest.mark.parametrize("fn", [*ONE.values(), several, divided, chosen], ids=[*ONE, "several", "divided", "chosen"])
def test_rests_of_rows(fn, name):
    x = numbers(name)
    agree(lift(fn, x.astype(float)), x.astype(float), Assignment.uniform(FORMATS[name]))


@pytest.mark.parametrize("dtype", [np.int64, np.int32, np.int8])
def test_rests_of_rows_of_integers(dtype):
    x = np.random.default_rng(6).integers(-100, 100, size=(6, 127)).astype(dtype)
    for fn in (lambda x: x.sum(axis=1), lambda x: (x * x).max(axis=1), lambda x: (x.sum(axis=1), x.min(axis=1))):
        run = compile_native(lift(fn, x.copy()))
        for n in LENGTHS:
            part = x[:, :n].copy()
            for found, expected in zip(np.atleast_2d(run(part)), np.atleast_2d(fn(part)), strict=True):
                np.testing.assert_array_equal(found, expected)


def dear(x):
    return np.exp(0.1 * x).sum(axis=1), np.tanh(x).max(axis=1), np.log1p(x * x).sum(axis=1)


@pytest.mark.parametrize("fn", [dear, lambda x: np.exp(0.1 * x).sum(axis=1), lambda x: np.exp(0.1 * x).sum()], ids=["several", "one", "whole"])
@pytest.mark.parametrize("name", ["float64", "float32"])
def test_rests_of_rows_of_dear_terms(fn, name):
    """They are computed as vectors in part, of which what stands behind a row is no part."""
    x = numbers(name)
    x[3, -1], x[4, 32] = 0.5, 0.25
    run = compile_native(lift(fn, x.copy()))
    for n in LENGTHS:
        part = x[:, :n].copy()
        for found, expected in zip(np.atleast_2d(run(part)), np.atleast_2d(fn(part)), strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-14 if name == "float64" else 2e-6)


@pytest.mark.parametrize("name", ["float64", "float32"])
def test_rows_whose_angles_are_large_add_up_in_the_same_order(name):
    """The way that is hardly ever gone takes terms one by one: their bits, and those of their sums, are those of the other."""
    x = np.random.default_rng(7).normal(size=127).astype(name)
    sums, terms = (compile_native(lift(fn, x.copy())) for fn in (lambda x: (np.sin(x) * 0.7).sum(), lambda x: np.sin(x) * 0.7))
    assert "pr::RARE>" in sums.source
    for n in LENGTHS:
        for largest in (1.0, 1e9):
            part = x[:n].copy()
            part[n // 2] *= largest
            assert sums(part) == ordered_sum(terms(part), (0,)), (n, largest)


def test_sums_of_dear_terms_are_handed_over_at_once():
    x = np.ones((6, 127))
    assert "pr::added<count()" in compile_native(lift(dear, x)).source
    assert "pr::DEAR>" in compile_native(lift(lambda x: np.exp(x).sum(axis=1), x)).source
    assert "pr::added" not in compile_native(lift(several, x)).source  # what is left costs less than vectors in part
    assert "pr::added" not in compile_native(lift(lambda x: (np.exp(x), np.exp(x).sum(axis=1), np.exp(x).max(axis=1)), x)).source  # stores
