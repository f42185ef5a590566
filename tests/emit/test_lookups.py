"""Bytes that are looked up beside elementary functions, by nests of their own: the same results, in loops that vectors can run."""

from functools import lru_cache

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def scaled(kind, at, x):
    return np.exp(-x * kind[at])


def wrapped(kind, at, x):
    """Products of bytes begin anew at 256."""
    return np.exp(-x * (kind[at] * kind[at]))


def compared(kind, at, x):
    return np.where(kind[at] > 3, np.sqrt(x), x / (x + 2.0))


def chained(kind, at, x):
    """Where to look next depends on what was found."""
    inner = kind[at].astype(np.int64) % x.size
    return np.log1p(x[inner] * kind[(inner + 1) % kind.size])


def summed(kind, at, x):
    return np.sum(np.exp(-x * kind[at])), np.max(np.exp(-x) * kind[at])


def tabled(kind, at, x):
    return np.exp(x[:, None] * kind[at] * 0.01).sum(axis=1)


def relabelled(kind, at, x):
    """The labels change in each step, and in the statement that looks them up."""
    for t in range(3):
        x = x + np.exp(-x * kind[at])
        kind[:] = kind[::-1] // 2 + t
        x[at % x.size] = np.sqrt(x * kind[at])
    return x


def overwritten(kind, at, x):
    kind[:x.size] = np.exp(x[:kind.size] * kind[at[:kind.size]] * 0.01)
    return kind * 1.5


WEIGHTS = np.array([[0.4, 0.3, 0.2], [0.2, 0.7, 0.1], [0.1, 0.1, 0.9]])


def coloured(kind, at, x):
    """Bytes in steps of three."""
    return x[0] * (np.exp(kind.reshape(-1, 3) / -50.0) @ WEIGHTS)


def in_a_row(kind, at, x):
    """Bytes side by side."""
    return x[0] * np.exp(kind / -50.0)


def multiplied(kind, at, x):
    return x * kind[at]


LABELS = ("uint8", "int16")
CASES = [(f, e, n) for f in (scaled, wrapped, compared, summed, tabled) for e in (*LABELS, "bool") for n in (60, 1, 17, 333)]
CASES += [(chained, e, n) for e in LABELS for n in (60, 1, 17, 333)] + [(f, e, 60) for f in (relabelled, overwritten, coloured, in_a_row) for e in LABELS]


def inputs(n, element):
    rng = np.random.default_rng(n)
    return rng.integers(0, 2 if element == "bool" else 100, 60).astype(element), rng.integers(0, 60, n), rng.uniform(0.5, 2.0, n)


@lru_cache
def compiled(function, element):
    return compile_native(lift(function, *inputs(60, element)), quick=True)


@pytest.mark.parametrize("function, element, n", CASES)
def test_results_are_those_of_the_lines(function, element, n):
    found, expected = compiled(function, element)(*inputs(n, element)), function(*inputs(n, element))
    for f, e in zip(np.atleast_1d(found), np.atleast_1d(expected), strict=True):
        np.testing.assert_allclose(f, e, rtol=1e-13)


@pytest.mark.parametrize("function", [scaled, wrapped, compared, summed])
def test_loops_with_elementary_functions_look_up_no_bytes(function):
    statements = compiled(function, "uint8").source.split("// test_lookups.py")
    assert sum("kind_0[" in s for s in statements) == 1
    assert not any("kind_0[" in s and ("pr::exp" in s or "pr::sqrt" in s) for s in statements)


def test_what_is_kept_has_eight_bytes_unless_bytes_count():
    """A vector holds as many of them as of numbers."""
    wide, narrow = (compiled(f, "uint8").source for f in (scaled, wrapped))
    assert "pr::Memory<int64_t>" in wide and "pr::Memory<uint8_t>" not in wide
    assert "pr::Memory<uint8_t>" in narrow


def test_bytes_in_steps_are_read_ahead_of_functions():
    """Compilers would take 64 at a time, with eight copies of each function."""
    statements = compiled(coloured, "uint8").source.split("// test_lookups.py")
    assert any("kind_0[" in s for s in statements)
    assert not any("kind_0[" in s and "pr::exp" in s for s in statements)
    assert "pr::Memory" not in compiled(in_a_row, "uint8").source


def test_what_takes_no_longer_number_by_number_stays_in_one_loop():
    assert "pr::Memory" not in compiled(multiplied, "uint8").source
