"""Remainders of real numbers in loops of vectors: exactly those of NumPy, whatever the quotient."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.emit.engine import emit
from precis.lift import lift
from tests.emit.oracle import needs_compiler

RNG = np.random.default_rng(59)
WORDS = RNG.integers(0, 2**63, 4000, dtype=np.uint64) | (RNG.integers(0, 2, 4000, dtype=np.uint64) << np.uint64(63))
ANY = WORDS.view(float)
NEAR = ((WORDS & np.uint64(0x800FFFFFFFFFFFFF)) | (np.uint64(1000) + WORDS % np.uint64(70) << np.uint64(52))).view(float)
EDGES = np.array([0.0, -0.0, 1.0, -1.0, 0.1, 3.0, 5e-324, -5e-324, 2.2e-308, 1.7e308, np.inf, -np.inf, np.nan, 2.0**52, 2.0**53 + 2])
NEXT = (RNG.integers(1, 2**40, 4000) * NEAR).view(np.int64) + RNG.integers(-3, 4, 4000)  # whole multiples, give or take a few places


def all_three(x, y):
    return np.fmod(x, y), x % y, x // y


def wrapped(x, period):
    return x % period


@pytest.fixture(scope="module")
def compiled():
    return compile_native(lift(all_three, ANY, ANY))


@needs_compiler
@pytest.mark.parametrize("x, y", [(ANY, np.roll(ANY, 1)), (NEAR, np.roll(NEAR, 1)), (NEXT.view(float), NEAR),
                                  (np.repeat(EDGES, len(EDGES)), np.tile(EDGES, len(EDGES)))], ids=["any", "near", "multiples", "edges"])
def test_as_numpy(compiled, x, y):
    assert "fmod_in_lanes" in compiled.source
    with np.errstate(all="ignore"):
        for found, wanted in zip(compiled(x, y), all_three(x, y)):
            np.testing.assert_array_equal(found, wanted)
            numbers = ~np.isnan(wanted)
            np.testing.assert_array_equal(np.signbit(found[numbers]), np.signbit(wanted[numbers]))


@needs_compiler
def test_of_binary32():
    x, period = RNG.normal(0.0, 1e4, 1000).astype(np.float32), np.float32(0.7)
    run = compile_native(lift(wrapped, x, period), quick=True)
    assert "mod_in_lanes" in run.source
    np.testing.assert_array_equal(run(x, period), x % period)


@needs_compiler
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_of_one(dtype):
    """What is left behind the point takes no division, and has the bits of one."""
    def phases(x):
        return x % 1.0, np.mod(x[0], 1)

    with np.errstate(all="ignore"):
        x = np.concatenate((EDGES, -EDGES, ANY, NEAR, NEXT.view(float), RNG.integers(-99, 99, 300) / 2, -np.ldexp(1.0, -np.arange(1074)))).astype(dtype)
    run = compile_native(lift(phases, x), quick=True)
    assert "mod" not in run.source
    for n in (len(x), 3, 1):
        with np.errstate(all="ignore"):
            wanted = phases(x[:n])
        for found, right in zip(run(x[:n]), wanted, strict=True):
            np.testing.assert_array_equal(found, right)
            assert found.dtype == right.dtype and not np.signbit(found[~np.isnan(found)]).any()


def test_what_is_no_loop_of_vectors_calls_the_library():
    def turned(x, period):
        angle = 0.0
        for k in range(len(x)):
            angle = (angle + x[k]) % period
        return angle
    assert "in_lanes" not in emit(lift(turned, ANY, 0.7)).text
    assert "in_lanes" in emit(lift(wrapped, ANY, 0.7)).text
    assert "in_lanes" not in emit(lift(wrapped, ANY, 0.7), target="cuda").text


def one_by_one(x, y):
    """A loop that hands on what it found."""
    out = np.zeros((len(x), 3), x.dtype)
    numbers = 0
    for k in range(len(x)):
        a, b = x[k], y[k]
        out[k] = [np.fmod(a, b), a % b, a // b]
        if numbers % 2 == 0:
            out[k] = -out[k]
        numbers = numbers + 1 if out[k, 0] == out[k, 0] else numbers + 3
    return out


@needs_compiler
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_in_loops_that_are_not_vectors(dtype):
    """Quotients of binary32 are those of binary64, rounded, which NumPy's are as far as they are exact."""
    pairs = [(ANY, np.roll(ANY, 1)), (NEAR, np.roll(NEAR, 1)), (NEXT.view(float), NEAR), (np.repeat(EDGES, len(EDGES)), np.tile(EDGES, len(EDGES))),
             (RNG.normal(0.0, 1e3, 4000), np.full(4000, 0.3)), (np.arange(4000.0) * 0.25, np.full(4000, 0.75))]
    with np.errstate(all="ignore"):
        x, y = (np.concatenate(parts).astype(dtype) for parts in zip(*pairs))
        run = compile_native(lift(one_by_one, x, y))
        found, wanted = run(x, y), one_by_one(x, y)
    assert "in_lanes" not in run.source
    if dtype is np.float32:
        found[:, 2], wanted[:, 2] = (np.where(np.abs(wanted[:, 2]) < 2.0**22, of[:, 2], 0.0) for of in (found, wanted))
    np.testing.assert_array_equal(found, wanted)
    numbers = ~np.isnan(wanted)
    np.testing.assert_array_equal(np.signbit(found[numbers]), np.signbit(wanted[numbers]))
