"""Integers are divided in vectors: exactly, for all numbers of 64 bits, with the signs and the zeros that NumPy has."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.emit.engine import emit
from precis.formats import Assignment
from precis.lift import lift
from tests.emit.oracle import needs_compiler

BITS = [s * 2**k + d for k in range(63) for s in (1, -1) for d in (-2, -1, 0, 1, 2)]
EDGES = np.array([*BITS, 2**63 - 1, 1 - 2**63, -(2**63)], dtype=np.int64)
RANDOM = np.random.default_rng(2).integers(-(2**63), 2**63 - 1, 500) >> np.random.default_rng(3).integers(0, 63, 500)


def by_one(x, b):
    return x // b[0], x % b[0]


def by_many(x, y):
    return x // y, x % y


def by_constants(x, b):
    return x // 7, x % -1000003, x // 2**52, x % (2**62 + 1), np.sum(x % 10 == 3)


@pytest.fixture(scope="module")
def compiled():
    return {f: compile_native(lift(f, EDGES, EDGES), quick=True) for f in (by_one, by_many, by_constants)}


def same(found, expected):
    for f, e in zip(found, expected, strict=True):
        np.testing.assert_array_equal(f, e)


@needs_compiler
@pytest.mark.parametrize("divisors", [EDGES, RANDOM], ids=["edges", "random"])
def test_one_divisor_divides_all_numbers(compiled, divisors):
    assert "floordiv_in_vectors" in compiled[by_one].source
    with np.errstate(all="ignore"):
        for b in (*divisors, np.int64(0)):
            multiples = (EDGES // b) * b if b else EDGES  # where rounded quotients may be on the wrong side
            for x in (EDGES, multiples, multiples - 1, multiples + 1):
                same(compiled[by_one](x, np.array([b])), by_one(x, np.array([b])))


@needs_compiler
def test_divisors_may_differ_and_be_known(compiled):
    with np.errstate(all="ignore"):
        for x, y in ((EDGES, EDGES[::-1].copy()), (RANDOM, np.roll(RANDOM, 7)), (RANDOM * 3, RANDOM)):
            same(compiled[by_many](x, y), by_many(x, y))
            same(compiled[by_constants](x, y), by_constants(x, y))


NATURAL = np.concatenate((EDGES.view(np.uint64), RANDOM.view(np.uint64), np.uint64(2**64 - 1) - np.arange(9, dtype=np.uint64)))


@needs_compiler
def test_numbers_without_signs():
    """The greatest of 64 bits among them; multiples, give or take one, where a rounded quotient may be on the wrong side."""
    run = compile_native(lift(by_many, NATURAL, NATURAL), quick=True)
    assert "floordiv_in_vectors" in run.source and "mod_in_vectors" in run.source
    with np.errstate(all="ignore"):
        for b in NATURAL:
            y = np.full_like(NATURAL, b)
            multiples = NATURAL // y * y
            for x in (NATURAL, multiples, multiples - np.uint64(1), multiples + np.uint64(1)):
                same(run(x, y), by_many(x, y))


def test_what_is_no_loop_of_vectors_divides_as_before():
    def recurrence(x):
        s = x[0]
        for k in range(len(x)):
            s = (s * 1103515245 + x[k]) % 1000003
        return s
    def shifted(x):
        return x // 8 + x % 4
    assert "in_vectors" not in emit(lift(shifted, EDGES)).text
    chain, apart = lift(recurrence, np.arange(300)), lift(by_one, EDGES, EDGES)
    assert "in_vectors" not in emit(chain).text
    assert "in_vectors" in emit(apart).text
    assert "in_vectors" not in emit(apart, target="cuda").text


def wrapped(x, i, b):
    return x % 3.0 + i % b[0]


def test_beside_remainders_that_are_calls_integers_are_divided_one_by_one():
    """Those of binary64 have vectors; beside others the loop has none, in which alone dividing by inverses is faster."""
    program = lift(wrapped, np.ones(9), np.arange(9), np.array([3]))
    assert "pr::mod_in_vectors" in emit(program).text
    assert "in_vectors" not in emit(program, Assignment.uniform("binary80")).text


def neighbours(e, at, share):
    return e[at % len(e)] * (1.0 - share) + e[(at + 1) % len(e)] * share


@needs_compiler
def test_remainders_by_lengths_are_places_as_they_are():
    """They are not negative, so that nothing is counted from the end."""
    e, at, share = np.arange(7.0), np.arange(-20, 20), np.linspace(0.0, 1.0, 40)
    run = compile_native(lift(neighbours, e, at, share), quick=True)
    assert "< 0l" not in run.source and "mod_in_vectors" in run.source
    same([run(e, at, share)], [neighbours(e, at, share)])


def beside(x, y, z):
    """Remainders of places beside others, in a loop that hands on what it found, of all numbers and divisors."""
    found = np.zeros((len(x), 4), np.int64)
    last = 0
    for k in range(len(x)):
        b = y[k] if y[k] != 0 else 3
        found[k] = [(x[k] + 1) % b, (x[k] - 1) % b, (z[k] + 8) % b, (last - 3) % b]
        last = found[k, 0]
    return found


def further(x, y, z):
    last = 0
    for k in range(len(x)):
        last = (last * 3 + x[k]) % 1000 + (x[k] + 1) % 7 + (x[k] + 9) % y[0] + x[k] * z[k] % y[0]
    return last


@needs_compiler
@pytest.mark.parametrize("divisors", [EDGES, RANDOM, np.arange(-300, 300)], ids=["edges", "random", "small"])
def test_remainders_of_places_beside_others(divisors):
    x = np.concatenate([EDGES, RANDOM, np.arange(-20, 20)])
    y = np.resize(divisors, len(x))
    z = y - np.arange(len(x)) % 20
    run = compile_native(lift(beside, x, y, z))
    assert run.source.count("pr::mod_beside(") == 4
    with np.errstate(over="ignore"):
        np.testing.assert_array_equal(run(x, y, z), beside(x, y, z))


def test_other_remainders_are_not_guessed():
    assert "mod_beside" not in emit(lift(further, EDGES, EDGES[:5], EDGES)).text
    assert "mod_beside" not in emit(lift(lambda x, y: (x + 1) % y[0], EDGES, EDGES[:5])).text  # in vectors
