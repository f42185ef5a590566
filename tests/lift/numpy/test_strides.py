"""Ranges and slices whose step varies: loops stay loops, for every size, and slices that are assigned to take the same elements."""

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.ir.call import bind, give_back
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def sieved(n):
    """A slice with the index of the loop as its step."""
    flags = np.ones(n + 1, dtype=bool)
    flags[:2] = False
    for i in range(2, n + 1):
        if flags[i]:
            flags[i * i::i] = False
    return flags


def sieved_one_by_one(n):
    """A range with it; the primes as a list."""
    flags, primes = np.ones(n + 1, dtype=bool), []
    for i in range(2, n + 1):
        if flags[i]:
            primes.append(i)
            for j in range(i * i, n + 1, i):
                flags[j] = False
    return primes


def either_way(n):
    """The data decide the step, and its sign."""
    steps = (np.arange(n) * 7) % 9 - 4
    found = np.zeros(n)
    for k in range(n):
        if steps[k] != 0:
            last = 0
            for j in range(k, n // 2, steps[k]):
                found[k] = 0.5 * found[k] + j
                last = j
            found[k] += last
    return found


def rows_and_ends(n):
    """Beside numbers and whole dimensions, with ends that are behind the array or count from its end."""
    x = np.zeros((n + 1, 6))
    for s in range(1, 5):
        x[s::s] = s
        x[:-s:s, 2] = -1.0
        x[1, s:40:s] = 7.0
    return x


def fixed(n):
    """A step that the arguments say stays a number."""
    x = np.zeros(n + 4)
    for k in range(0, n, 3):
        x[k] = k
    x[1::2] -= 1.0
    return x


@needs_compiler
@pytest.mark.parametrize("f", [sieved, sieved_one_by_one, either_way, rows_and_ends, fixed], ids=lambda f: f.__name__)
def test_one_program_for_all_steps(f):
    program = lift(f, 40)
    run = compile(program)
    for n in (40, 7, 131):
        found, expected = run(n), f(n)
        assert type(found) is type(expected)
        np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(give_back(program, interpret(program, *bind(program, (23,))), (23,)), f(23))
